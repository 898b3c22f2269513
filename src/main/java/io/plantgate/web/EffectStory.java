package io.plantgate.web;

import java.util.List;

/**
 * Everything that is known of one effect.
 *
 * @param attempts a page of its attempts, the newest first
 * @param parts what the target took in parts, the newest first
 * @param moves what people did to it, the newest first
 */
record EffectStory(EffectRow effect, Page<AttemptRow> attempts, List<PartRow> parts, List<MoveRow> moves) {}
