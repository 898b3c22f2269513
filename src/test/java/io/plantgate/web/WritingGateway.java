package io.plantgate.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.delivery.plc.PlcMachines;
import io.plantgate.inlet.amqp.AmqpNode;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.operation.Driver;
import io.plantgate.operation.EquipmentFiles;
import io.plantgate.operation.OperationFixture;
import io.plantgate.operation.Operations;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;

/**
 * The part of a gateway that takes requests for writes from a queue and writes, in a process of its own: the template
 * rabbitmq-operations as it stands in routes/, the operations, and the driver of Modbus TCP. Stops in order when its standard
 * input ends. Arguments: the broker's port, the database, the folder of the equipment, the queue.
 */
final class WritingGateway {

    private WritingGateway() {}

    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[1]);
        HikariDataSource pool = new HikariDataSource(config);
        List<Driver> drivers = List.of(PlcMachines.modbus());
        Operations operations = Operations.open(
                pool,
                EquipmentFiles.load(Path.of(arguments[2]), key -> null, drivers),
                drivers,
                OperationFixture.quick(),
                // Always the same: what an earlier process of this name held is not waited for.
                "node-1",
                new SimpleMeterRegistry());
        ObjectMapper json = StrictJson.like(Jackson2ObjectMapperBuilder.json().build(), 65_536);
        AmqpNode door = AmqpNode.ofOperations(
                Integer.parseInt(arguments[0]),
                pool,
                ProfileFiles.load(Path.of("routes/sites/demo")),
                new QueuedOperations(operations, json),
                Map.of("declare", "true", "queue", arguments[3], "client", "shift", "replyQueuePrefixes", "answers-"));
        while (System.in.read() >= 0) {
            // Nothing is said.
        }
        door.close();
        Runtime.getRuntime().halt(0);
    }
}
