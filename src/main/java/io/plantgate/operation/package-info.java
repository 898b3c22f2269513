/**
 * The life of a write to equipment: one business name through every retry, a state that says what is known, and a person
 * where nothing else can tell.
 *
 * <p>The door is {@link io.plantgate.operation.Operations}. What a device or a person says later comes in by
 * {@link io.plantgate.operation.OperationReports}. How a protocol reaches equipment is a {@link io.plantgate.operation.Driver}
 * of {@code delivery.plc}; this package decides whether anything is written at all and what it then turned out to be. It
 * alone touches {@code operation} and {@code operation_move}.
 */
package io.plantgate.operation;
