package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Everything that is known of one effect.
 *
 * @param waitsFor what it waits for now, as this node sees it; null while an attempt is under way and once it is settled
 * @param attempts a page of its attempts, the newest first
 * @param parts what the target took in parts, the newest first
 * @param moves what people did to it, the newest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EffectStory(
        EffectRow effect, String waitsFor, Page<AttemptRow> attempts, List<PartRow> parts, List<MoveRow> moves) {}
