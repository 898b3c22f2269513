package io.plantgate.web;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /api/summaries}, {@code /api/boot-generations} and {@code /api/imports}. */
@RestController
class RegistersController {

    private final Summaries summaries;
    private final BootGenerations boots;
    private final Imports imports;
    private final Paging paging;

    RegistersController(Summaries summaries, BootGenerations boots, Imports imports, Paging paging) {
        this.summaries = summaries;
        this.boots = boots;
        this.imports = imports;
        this.paging = paging;
    }

    /** Pages go by key: {@code afterTransitionId} and {@code afterBootId} are those of the last row seen. */
    @GetMapping("/api/summaries")
    Page<Summary> summaries(
            @RequestParam String source,
            @RequestParam(required = false) String transitionId,
            @RequestParam(required = false) String bootId,
            @RequestParam(required = false) String afterTransitionId,
            @RequestParam(required = false) String afterBootId,
            @RequestParam(required = false) Integer limit) {
        Summaries.Key after = afterTransitionId == null
                ? null
                : new Summaries.Key(afterTransitionId, afterBootId == null ? "" : afterBootId);
        return new Page<>(summaries.byKey(source, transitionId, bootId, after, paging.limit(limit)), null);
    }

    @GetMapping("/api/boot-generations")
    Page<BootGeneration> bootGenerations(
            @RequestParam String device,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        return Page.of(
                paging.limit(limit),
                rows -> boots.ofDevice(device, Paging.below(after), rows),
                BootGeneration::generationNo);
    }

    @GetMapping("/api/imports")
    Page<ImportRow> imports(@RequestParam(required = false) Long after, @RequestParam(required = false) Integer limit) {
        return Page.of(paging.limit(limit), rows -> imports.list(Paging.below(after), rows), ImportRow::importId);
    }

    @GetMapping("/api/imports/{importId}")
    ImportRow oneImport(@PathVariable long importId) {
        return imports.find(importId).orElseThrow(() -> new NotThereException("There is no import " + importId + "."));
    }
}
