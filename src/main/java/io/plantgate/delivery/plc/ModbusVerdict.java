package io.plantgate.delivery.plc;

import com.digitalpetri.modbus.ExceptionCode;
import com.digitalpetri.modbus.exceptions.ModbusResponseException;
import com.digitalpetri.modbus.pdu.ModbusRequestPdu;
import com.digitalpetri.modbus.pdu.ModbusResponsePdu;
import com.digitalpetri.modbus.pdu.WriteMultipleRegistersRequest;
import com.digitalpetri.modbus.pdu.WriteMultipleRegistersResponse;
import com.digitalpetri.modbus.pdu.WriteSingleCoilRequest;
import com.digitalpetri.modbus.pdu.WriteSingleCoilResponse;
import com.digitalpetri.modbus.pdu.WriteSingleRegisterRequest;
import com.digitalpetri.modbus.pdu.WriteSingleRegisterResponse;
import io.plantgate.operation.DeviceWord;

/** What an answer to a Modbus write proves (Modbus Application Protocol 1.1b3, 6 and 7). */
final class ModbusVerdict {

    private ModbusVerdict() {}

    /** A write's answer repeats its address, and its value or quantity; one that does not is an answer to another write. */
    static boolean isEcho(ModbusRequestPdu asked, ModbusResponsePdu answer) {
        if (asked instanceof WriteSingleCoilRequest coil) {
            return answer instanceof WriteSingleCoilResponse echo
                    && echo.address() == coil.address()
                    && echo.value() == coil.value();
        }
        if (asked instanceof WriteSingleRegisterRequest one) {
            return answer instanceof WriteSingleRegisterResponse echo
                    && echo.address() == one.address()
                    && echo.value() == one.value();
        }
        return asked instanceof WriteMultipleRegistersRequest many
                && answer instanceof WriteMultipleRegistersResponse echo
                && echo.address() == many.address()
                && echo.quantity() == many.quantity();
    }

    static DeviceWord of(ModbusResponseException refusal, String question) {
        int code = refusal.getExceptionCode();
        String name = ExceptionCode.from(code).map(Enum::name).orElse("UNKNOWN");
        String evidence = "%s: exception response %02X (%s)".formatted(question, code, name);
        return switch (code) {
            // Illegal function, address, value; busy; and a gateway that had no path and so sent nothing on.
            case 0x01, 0x02, 0x03, 0x06, 0x0A -> new DeviceWord.Refused("MODBUS_%02X".formatted(code), evidence);
            // Taken over, and it takes long.
            case 0x05 -> new DeviceWord.Accepted("MODBUS_05", evidence);
            // Failed while doing it; or sent on by a gateway whose device did not answer.
            default -> new DeviceWord.Unclear(evidence);
        };
    }
}
