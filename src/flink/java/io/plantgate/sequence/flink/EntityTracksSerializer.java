package io.plantgate.sequence.flink;

import io.plantgate.sequence.EntityTracks;
import io.plantgate.sequence.EntityTracks.Generation;
import io.plantgate.sequence.SequenceTrack;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** An entity's memory as bytes: when it was heard last, and per generation its name and its track. */
public final class EntityTracksSerializer extends TypeSerializerSingleton<EntityTracks> {

    public static final EntityTracksSerializer INSTANCE = new EntityTracksSerializer();

    private static final long serialVersionUID = 1L;

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public EntityTracks createInstance() {
        return new EntityTracks();
    }

    @Override
    public EntityTracks copy(EntityTracks from) {
        return from.copy();
    }

    @Override
    public EntityTracks copy(EntityTracks from, EntityTracks reuse) {
        return from.copy();
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(EntityTracks tracks, DataOutputView target) throws IOException {
        List<Generation> generations = tracks.generations();
        target.writeLong(tracks.heardAtMillis());
        target.writeByte(generations.size());
        for (Generation generation : generations) {
            byte[] track = generation.track().toBytes();
            target.writeUTF(generation.name());
            target.writeInt(generation.track().windowNumbers());
            target.writeInt(track.length);
            target.write(track);
        }
    }

    @Override
    public EntityTracks deserialize(DataInputView source) throws IOException {
        long heardAtMillis = source.readLong();
        int size = source.readByte();
        List<Generation> generations = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            String name = source.readUTF();
            int windowNumbers = source.readInt();
            byte[] track = new byte[source.readInt()];
            source.readFully(track);
            generations.add(new Generation(name, SequenceTrack.of(track, windowNumbers)));
        }
        return new EntityTracks(generations).heardAt(heardAtMillis);
    }

    @Override
    public EntityTracks deserialize(EntityTracks reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public TypeSerializerSnapshot<EntityTracks> snapshotConfiguration() {
        return new Snapshot();
    }

    /** What a savepoint says about its serializer. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<EntityTracks> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
