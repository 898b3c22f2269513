package io.plantgate.web.security;

import java.util.Set;

/** What a credential may do. Each role names all that it includes, so that nobody has to know a hierarchy. */
enum Role {
    /** Reads. */
    VIEWER,
    /** Reads, posts events for any source, settles work items, asks for writes to equipment. */
    OPERATOR(VIEWER),
    /** An operator who may also switch the effects of the site and authorise writes to equipment. */
    APPROVER(OPERATOR, VIEWER),
    /** Another system: reads, posts events for any source; never settles anything, that is a person's word. */
    INTEGRATOR(VIEWER),
    /** Posts events of its own sources, and nothing else. */
    DEVICE;

    private final Set<Role> includes;

    Role(Role... includes) {
        this.includes = Set.of(includes);
    }

    Set<Role> includes() {
        return includes;
    }
}
