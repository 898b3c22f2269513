package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * An effect inside the story of its event.
 *
 * @param parts what the target took in parts, the newest first; of all effects of the event the newest
 * @param moves what people did to it, the newest first; of all effects of the event the newest
 */
record StoryEffect(@JsonUnwrapped EffectRow effect, List<PartRow> parts, List<MoveRow> moves) {}
