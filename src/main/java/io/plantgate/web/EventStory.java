package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * Everything that is known of one canonical event.
 *
 * @param event the canonical arrival
 * @param fields its payload fields as text, read anew from the kept bytes
 * @param facts what the transport said of the canonical arrival
 * @param bootGeneration the generation of the device, with its evidence; null for contracts without boots
 * @param repeats a page of duplicates and conflicts
 * @param sameTransition events with this source and transitionId under another boot, older and newer ones
 * @param effects what its rules planned, and what is known of it, with parts and moves, the newest first
 * @param attempts the newest tries to deliver them
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EventStory(
        StoryEvent event,
        Map<String, String> fields,
        Map<String, String> facts,
        BootGeneration bootGeneration,
        StoryCounts counts,
        Page<Repeat> repeats,
        List<Recurrence> sameTransition,
        List<StoryItem> workItems,
        List<StoryEffect> effects,
        List<AttemptRow> attempts) {}
