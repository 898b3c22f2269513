package io.plantgate.delivery.plc;

import com.digitalpetri.modbus.client.ModbusTcpClient;
import com.digitalpetri.modbus.exceptions.ModbusResponseException;
import com.digitalpetri.modbus.pdu.ModbusRequestPdu;
import com.digitalpetri.modbus.pdu.ModbusResponsePdu;
import com.digitalpetri.modbus.pdu.ReadHoldingRegistersResponse;
import com.digitalpetri.modbus.pdu.WriteMultipleRegistersRequest;
import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.Deadline;
import io.plantgate.operation.DeviceSilentException;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.DeviceWrite;
import io.plantgate.operation.Session;
import io.plantgate.operation.Tag;
import io.plantgate.operation.TagWrite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** One connection to a Modbus device, for one attempt. */
final class ModbusSession implements Session {

    private final ModbusTcpClient client;
    private final int unit;
    private final Optional<HandshakeBlock> handshake;
    private final Conversation conversation;
    private final Duration cycle;

    /** @param cycle how often the handshake is read again: a controller answers in its next cycle */
    ModbusSession(
            ModbusTcpClient client,
            int unit,
            Optional<HandshakeBlock> handshake,
            Conversation conversation,
            Duration cycle) {
        this.client = client;
        this.unit = unit;
        this.handshake = handshake;
        this.conversation = conversation;
        this.cycle = cycle;
    }

    @Override
    public Map<String, JsonNode> read(Collection<Tag> tags, Deadline deadline) {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        try {
            for (Tag tag : tags) {
                values.put(tag.name(), value(ModbusTag.of(tag), deadline));
            }
            return values;
        } catch (NoAnswerException | ModbusResponseException e) {
            throw new DeviceSilentException(e.getMessage(), e);
        }
    }

    private JsonNode value(ModbusTag tag, Deadline deadline) throws NoAnswerException, ModbusResponseException {
        ModbusRequestPdu question = tag.reading();
        Optional<JsonNode> value = tag.value(call(tag.name(), question, deadline));
        if (value.isEmpty()) {
            throw conversation.end(about(tag.name(), question) + ": the answer holds no such value", null);
        }
        return value.get();
    }

    @Override
    public DeviceWord write(DeviceWrite write, Deadline deadline) {
        List<ModbusRequestPdu> requests = new ArrayList<>();
        Optional<WriteMultipleRegistersRequest> frame = Optional.empty();
        try {
            for (TagWrite one : write.writes()) {
                requests.add(ModbusTag.of(one.tag()).writing(one.value()));
            }
            if (handshake.filter(HandshakeBlock::takesOrders).isPresent()) {
                frame = Optional.of(handshake.get().ordering(write, requests));
            }
        } catch (UnwritableValueException e) {
            return new DeviceWord.NotSent("NOT_REPRESENTABLE", e.getMessage());
        }
        try {
            if (handshake.isEmpty()) {
                return plainly(write, requests, deadline);
            }
            Optional<DeviceWord> known = entry(handshake.get(), write, deadline);
            if (known.isPresent()) {
                return known.get();
            }
            return frame.isPresent()
                    ? requested(handshake.get(), write, frame.get(), deadline)
                    : oneAfterTheOther(handshake.get(), write, requests, deadline);
        } catch (NoAnswerException e) {
            return new DeviceWord.Unclear(e.getMessage());
        }
    }

    private DeviceWord plainly(DeviceWrite write, List<ModbusRequestPdu> requests, Deadline deadline)
            throws NoAnswerException {
        int done = 0;
        for (ModbusRequestPdu request : requests) {
            String name = write.writes().get(done).tag().name();
            Optional<DeviceWord> objection = send(name, request, deadline);
            if (objection.isPresent()) {
                return done == 0 ? objection.get() : inPart(done, objection.get());
            }
            done++;
        }
        return new DeviceWord.Accepted(
                "", "%d write(s) answered and echoed, first %s".formatted(done, about(write, requests)));
    }

    private static String about(DeviceWrite write, List<ModbusRequestPdu> requests) {
        return requests.isEmpty() ? "none" : about(write.writes().get(0).tag().name(), requests.get(0));
    }

    /** A refusal of the second write says nothing good about the whole. */
    private static DeviceWord inPart(int done, DeviceWord objection) {
        return new DeviceWord.Unclear("%d write(s) answered, then %s".formatted(done, objection.evidence()));
    }

    private DeviceWord oneAfterTheOther(
            HandshakeBlock block, DeviceWrite write, List<ModbusRequestPdu> requests, Deadline deadline)
            throws NoAnswerException {
        DeviceWord prepared = plainly(write, requests, deadline);
        if (!(prepared instanceof DeviceWord.Accepted)) {
            // The controller acts on nothing before the request is there.
            return prepared instanceof DeviceWord.Refused
                    ? prepared
                    : new DeviceWord.Unclear(prepared.evidence() + "; the handshake's request was not sent");
        }
        return requested(block, write, block.requesting(write), deadline);
    }

    private DeviceWord requested(
            HandshakeBlock block, DeviceWrite write, WriteMultipleRegistersRequest request, Deadline deadline)
            throws NoAnswerException {
        Optional<DeviceWord> objection = send("handshake", request, deadline);
        return objection.isPresent() ? objection.get() : outcome(block, write, deadline);
    }

    private DeviceWord outcome(HandshakeBlock block, DeviceWrite write, Deadline deadline) throws NoAnswerException {
        DeviceWord last = new DeviceWord.Unclear(
                "handshake: request %d was answered, and no entry has appeared".formatted(write.operationNumber()));
        do {
            last = entry(block, write, deadline).orElse(last);
            if (!(last instanceof DeviceWord.Accepted || last instanceof DeviceWord.Unclear)) {
                return last;
            }
            conversation.pause(cycle, deadline);
        } while (!conversation.isOver() && deadline.left().compareTo(cycle.multipliedBy(2)) > 0);
        return last;
    }

    @Override
    public DeviceWord ask(DeviceWrite write, Deadline deadline) {
        if (handshake.isEmpty()) {
            return new DeviceWord.Nothing("a Modbus device without a handshake block keeps no operations");
        }
        if (write.operationNumber() == 0) {
            return new DeviceWord.Nothing("handshake: it was never given a number here, by which it could be known");
        }
        try {
            // Under another digest the number has been given again since: the entry says nothing about this one.
            return entry(handshake.get(), write, deadline)
                    .map(word -> HandshakeBlock.isAnothers(word) ? new DeviceWord.Nothing(word.evidence()) : word)
                    .orElseGet(() -> new DeviceWord.Nothing("handshake: none of the last %d operations has number %d"
                            .formatted(handshake.get().entries(), write.operationNumber())));
        } catch (NoAnswerException e) {
            throw new DeviceSilentException(e.getMessage(), e);
        }
    }

    private Optional<DeviceWord> entry(HandshakeBlock block, DeviceWrite write, Deadline deadline)
            throws NoAnswerException {
        try {
            ModbusResponsePdu answer = call("handshake", block.asking(), deadline);
            if (answer instanceof ReadHoldingRegistersResponse entries && block.isWhole(entries.registers())) {
                return block.word(write, entries.registers());
            }
            throw conversation.end("handshake: the answer does not hold the entries", null);
        } catch (ModbusResponseException e) {
            throw conversation.end("handshake: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean vouchesForTheOrder() {
        return handshake.filter(HandshakeBlock::takesOrders).isPresent();
    }

    /** Empty if the device took it over. */
    private Optional<DeviceWord> send(String name, ModbusRequestPdu request, Deadline deadline)
            throws NoAnswerException {
        try {
            ModbusResponsePdu answer = call(name, request, deadline);
            if (ModbusVerdict.isEcho(request, answer)) {
                return Optional.empty();
            }
            throw conversation.end(about(name, request) + ": the answer is one to another write", null);
        } catch (ModbusResponseException e) {
            DeviceWord word = ModbusVerdict.of(e, about(name, request));
            return word instanceof DeviceWord.Accepted ? Optional.empty() : Optional.of(word);
        }
    }

    private ModbusResponsePdu call(String name, ModbusRequestPdu request, Deadline deadline)
            throws NoAnswerException, ModbusResponseException {
        String question = about(name, request);
        conversation.mustGoOn(question, deadline);
        try {
            return conversation.await(question, client.sendAsync(unit, request), deadline);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ModbusResponseException said) {
                throw said;
            }
            throw conversation.end(question + ": " + e.getCause(), e.getCause());
        }
    }

    private static String about(String name, ModbusRequestPdu request) {
        return "%s (function %02X)".formatted(name, request.getFunctionCode());
    }

    @Override
    public void close() {
        conversation.end("closed", null);
    }
}
