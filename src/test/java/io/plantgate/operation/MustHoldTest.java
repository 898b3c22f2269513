package io.plantgate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.delivery.plc.PlcMachines;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every row of {@link MustHold}: effects at the device, state, question, handling. */
@Tag("W-05")
@Tag("W-68")
@Tag("W-31")
@Tag("W-07")
@Tag("W-04")
@Tag("W-03")
@Tag("W-06")
@Tag("W-08")
@Tag("W-10")
@Tag("W-20")
@Tag("W-23")
@Tag("W-25")
@Tag("W-26")
@Tag("W-27")
@Tag("W-33")
@Tag("W-34")
@Tag("W-35")
@Tag("W-36")
@Tag("W-37")
@Tag("W-38")
@Tag("W-40")
@Tag("W-46")
@Tag("W-51")
@Tag("W-54")
@Tag("W-55")
@Tag("W-56")
@Tag("W-57")
@Tag("W-58")
@Tag("W-60")
@Tag("W-66")
@Tag("W-70")
class MustHoldTest {

    @TestFactory
    Stream<DynamicTest> everyFaultEndsAsTheTableSays() {
        return MustHold.rows().stream()
                .map(row -> DynamicTest.dynamicTest(row.fault(), () -> OfflineTable.held(played(row, null))));
    }

    @TestFactory
    Stream<DynamicTest> onEveryDeviceToo() {
        return PlcMachines.all().entrySet().stream().flatMap(device -> rowsOn(device.getValue())
                .map(row -> DynamicTest.dynamicTest(
                        device.getKey() + ": " + row.fault(),
                        () -> OfflineTable.held(
                                device.getKey(), played(row, device.getValue().get())))));
    }

    private static Stream<MustHold.Row> rowsOn(Supplier<Machine> machines) {
        try (Machine one = machines.get()) {
            return MustHold.rowsOn(one).stream();
        }
    }

    /** @param machine null for the scripted device */
    private static MustHold.Row played(MustHold.Row row, Machine machine) throws Exception {
        try (OperationFixture site = new OperationFixture(machine)) {
            row.play().on(site);

            assertThat(site.effects()).as("effects at the device").isEqualTo(row.effects());
            assertThat(site.rows.list("select state from operation where operation_id = 'OP7'"))
                    .isEqualTo(
                            row.state() == null
                                    ? List.of()
                                    : List.of(row.state().sql()));
            assertThat(
                            site.rows.list(
                                    "select operation_key from operation o where state = 'unknown' and not exists"
                                            + " (select from work_item w where w.operation_key = o.operation_key and kind = 'OPERATION')"))
                    .as("unknown operations without a work item")
                    .isEmpty();
        }
        return row;
    }
}
