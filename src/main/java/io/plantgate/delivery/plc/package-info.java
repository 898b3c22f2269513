/**
 * Ways to equipment: Modbus TCP, OPC UA, MQTT commands, and S7.
 *
 * <p>Each is a {@link io.plantgate.operation.Driver} that Spring hands to the operations; the other doors are
 * {@link io.plantgate.delivery.plc.PlcAddress}, by which the simulated devices say where they are, and
 * {@link io.plantgate.delivery.plc.OperationsFromEffects}, by which a route makes an operation of an effect. A driver writes once on
 * a connection of its own, repeats nothing, and says about a write the weakest that it can prove.
 */
package io.plantgate.delivery.plc;
