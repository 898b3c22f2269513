package io.plantgate.delivery.sms;

import io.plantgate.effect.EffectPart;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How far one message has come: which of its parts the centre has, and what it calls them. */
final class Progress {

    private final SendingKey key;
    private final Recipient recipient;
    private final Map<Integer, String> messageIds = new TreeMap<>();

    private Progress(SendingKey key, Recipient recipient) {
        this.key = key;
        this.recipient = recipient;
    }

    static Progress of(SendingKey key, Recipient recipient, List<EffectPart> taken) {
        Progress progress = new Progress(key, recipient);
        taken.stream()
                .filter(part -> key.equals(SendingKey.of(part)))
                .forEach(part -> progress.took(part.partNo(), part.reference()));
        return progress;
    }

    /** The newest message of these whose parts are all there, whatever it said; null if there is none. */
    static Progress complete(List<EffectPart> taken) {
        Map<SendingKey, List<EffectPart>> messages = taken.stream()
                .filter(part -> SendingKey.of(part) != null)
                .collect(Collectors.groupingBy(SendingKey::of));
        return messages.keySet().stream()
                .map(key -> of(key, new Recipient("before", SmsAddress.number(key.to())), messages.get(key)))
                .filter(progress -> progress.takenCount() == progress.key().partsTotal())
                .findFirst()
                .orElse(null);
    }

    SendingKey key() {
        return key;
    }

    Recipient recipient() {
        return recipient;
    }

    boolean lacks(int partNo) {
        return !messageIds.containsKey(partNo);
    }

    void took(int partNo, String messageId) {
        messageIds.put(partNo, messageId);
    }

    int takenCount() {
        return messageIds.size();
    }

    /** What is there, as it is kept. */
    List<EffectPart> parts() {
        return messageIds.entrySet().stream()
                .map(one -> key.part(one.getKey(), one.getValue()))
                .toList();
    }

    /** In the order of the parts. */
    List<String> references() {
        return List.copyOf(messageIds.values());
    }
}
