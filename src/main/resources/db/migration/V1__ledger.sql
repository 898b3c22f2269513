-- The ledger: every arrival, one decision each, one canonical arrival per identity.
-- Text keys are collate "C": a changed collation after an upgrade of the operating system would break a unique index.

create type decision as enum ('CANONICAL', 'DUPLICATE', 'CONFLICT', 'INCOMPLETE', 'QUARANTINED');

comment on type decision is
    'What one arrival turned out to be. CONFLICT is shown to people as DuplicateConflict, INCOMPLETE as IdentityIncomplete.';

-- Interned names -------------------------------------------------------------------------------------------------

create table source (
    source_id   bigint generated always as identity primary key,
    source      text collate "C" not null unique,
    device      text collate "C",
    recorded_at timestamptz not null default now()
);
create index source_by_device on source (device);
comment on table source is 'Who says it and about what, e.g. PUMP-07/Trip; device is the part whose restarts count, null for contracts without boots.';

create table inlet (
    inlet_id integer generated always as identity primary key,
    inlet    text collate "C" not null,
    node     text collate "C" not null,
    unique (inlet, node)
);
comment on table inlet is 'A way in, on one gateway node.';

create table profile_version (
    profile_version integer generated always as identity primary key,
    profile         text collate "C" not null,
    digest          bytea not null,
    definition      text not null,
    definition_hash bytea not null,
    recorded_at     timestamptz not null default now(),
    unique (profile, definition_hash)
);
comment on table profile_version is
    'Each text under which a profile ever judged. digest covers what decides the payload hash: hashes compare only under equal digests.';

-- The arbiter ----------------------------------------------------------------------------------------------------

create table identity (
    source_id       bigint not null,
    transition_id   text collate "C" not null,
    boot_id         text collate "C" not null,
    canonical_id    bigint not null,
    arrival_at      timestamptz not null,
    recorded_at     timestamptz not null default now(),
    payload_hash    bytea not null,
    canon_version   smallint not null,
    profile_version integer not null,
    primary key (source_id, transition_id, boot_id)
);
comment on table identity is
    'One row per identity; its primary key alone decides who is first. Narrow, because it outlives the arrivals: it is the tombstone.';
comment on column identity.canonical_id is 'arrival_id of the first arrival recorded under this identity.';
comment on column identity.boot_id is 'Empty for contracts without boots: a blank is never a value that a device can send.';

-- A generation is numbered by this row, so opening one is serialised and numbers become visible in their order.
create table generation_epoch (
    only_row boolean primary key default true check (only_row),
    epoch    bigint not null
);
insert into generation_epoch (epoch) values (0);

create table boot_generation (
    device           text collate "C" not null,
    boot_id          text collate "C" not null,
    generation_no    bigint not null unique,
    first_arrival_id bigint not null,
    first_arrival_at timestamptz not null,
    evidence         text not null check (evidence in ('EVENT', 'BOOT_OBSERVED')),
    boot_observed_by bigint,
    recorded_at      timestamptz not null default now(),
    primary key (device, boot_id)
);
create index boot_generation_newest on boot_generation (device, generation_no desc);
comment on table boot_generation is
    'Restart generations in order of first sight. boot_observed_by names the arrival of the device''s own boot message, if one came.';

-- Arrivals -------------------------------------------------------------------------------------------------------

create sequence arrival_block_seq;
comment on sequence arrival_block_seq is 'Numbers of blocks of arrival ids; a node draws a block and counts inside it.';

create table arrival (
    arrival_id       bigint not null,
    recorded_at      timestamptz not null default now(),
    arrival_at       timestamptz not null,
    source_id        bigint,
    canonical_id     bigint,
    recurrence_of    bigint,
    work_item_id     bigint,
    source_time      timestamptz,
    import_id        bigint,
    import_row       bigint,
    raw_bytes        bigint not null,
    inlet_id         integer not null,
    profile_version  integer,
    decision         decision not null,
    canon_version    smallint,
    late             boolean not null default false,
    transition_id    text collate "C",
    boot_id          text collate "C",
    source_time_text text,
    reason           text collate "C",
    reason_detail    text,
    credential       text,
    flags            text[],
    raw_hash         bytea not null,
    payload_hash     bytea,
    facts            jsonb,
    raw              bytea not null,
    primary key (arrival_id, recorded_at)
) partition by range (recorded_at);
comment on table arrival is 'Every delivery of bytes, with its first decision. Rows are only ever inserted.';
comment on column arrival.arrival_at is 'When it came in at the gateway; an import may bring an older time. Never part of an identity.';
comment on column arrival.recorded_at is 'Database clock of the transaction that decided it.';
comment on column arrival.raw is 'The bytes as they came; a prefix where they were over the bound (then raw_bytes is larger). raw_hash is SHA-256 over all of them.';
comment on column arrival.late is 'The boot was known and was not the newest of its device.';
comment on column arrival.recurrence_of is 'A canonical event with the same source and transitionId under another boot.';

create index arrival_by_source on arrival (source_id, arrival_id);
create index arrival_by_arrival_at on arrival using brin (arrival_at);
create index arrival_repeats on arrival (canonical_id, arrival_id) where decision in ('DUPLICATE', 'CONFLICT');
create index arrival_to_look_at on arrival (decision, arrival_id) where decision in ('CONFLICT', 'INCOMPLETE', 'QUARANTINED');
create index arrival_by_work_item on arrival (work_item_id, arrival_id) where work_item_id is not null;
create index arrival_by_import on arrival (import_id, import_row) where import_id is not null;

create table completion (
    arrival_id       bigint primary key,
    recorded_at      timestamptz not null default now(),
    arrival_at       timestamptz not null,
    decision         decision not null check (decision in ('CANONICAL', 'DUPLICATE', 'CONFLICT')),
    source_id        bigint not null,
    transition_id    text collate "C" not null,
    boot_id          text collate "C" not null,
    canonical_id     bigint not null,
    recurrence_of    bigint,
    work_item_id     bigint,
    late             boolean not null,
    flags            text[],
    payload_hash     bytea not null,
    canon_version    smallint not null,
    profile_version  integer not null,
    supplied         jsonb not null,
    completed_by     text not null,
    reason           text not null
);
create index completion_by_canonical on completion (canonical_id);
create index completion_by_source on completion (source_id, arrival_id);
comment on table completion is
    'A person''s later word on an INCOMPLETE or QUARANTINED arrival: what was supplied, by whom, why, and what it then turned out to be.';

-- What follows ---------------------------------------------------------------------------------------------------

create type effect_state as enum ('pending');

create sequence effect_id_seq;

create table outbox (
    effect_id       bigint not null default nextval('effect_id_seq'),
    planned_at      timestamptz not null default now(),
    canonical_id    bigint not null,
    arrival_id      bigint not null,
    profile         text collate "C" not null,
    rule            text collate "C" not null,
    rule_version    text collate "C" not null,
    kind            text collate "C" not null,
    planned_on      text not null check (planned_on in ('canonical', 'conflict')),
    idempotency_key text collate "C" not null,
    state           effect_state not null default 'pending',
    primary key (effect_id, planned_at)
) partition by range (planned_at);
comment on table outbox is 'Effects to be delivered later, planned in the transaction of the decision. The key is unique by construction.';
create index outbox_by_canonical on outbox (canonical_id);

create table work_item (
    work_item_id bigint generated always as identity primary key,
    kind         text not null check (kind in ('CONFLICT', 'INCOMPLETE')),
    canonical_id bigint,
    payload_hash bytea,
    profile      text collate "C",
    reason       text collate "C",
    arrival_id   bigint not null,
    first_raw    bytea,
    other_raw    bytea,
    opened_at    timestamptz not null default now(),
    check ((kind = 'CONFLICT') = (canonical_id is not null and payload_hash is not null)),
    check ((kind = 'INCOMPLETE') = (profile is not null and reason is not null))
);
create unique index work_item_conflict on work_item (canonical_id, payload_hash) where kind = 'CONFLICT';
create unique index work_item_incomplete on work_item (profile, reason) where kind = 'INCOMPLETE';
comment on table work_item is
    'Something only a person can settle: one per (canonical, other payload), one per (profile, reason) of what has no identity.';

create table settlement (
    settlement_id bigint generated always as identity primary key,
    work_item_id  bigint not null references work_item,
    outcome       text not null check (outcome in ('KEEP_FIRST', 'CORRECTED_BY_NEW_EVENT', 'BOTH_WRONG')),
    new_event_id  bigint,
    settled_by    text not null,
    reason        text not null,
    settled_at    timestamptz not null default now(),
    check ((outcome = 'CORRECTED_BY_NEW_EVENT') = (new_event_id is not null))
);
create index settlement_by_item on settlement (work_item_id, settlement_id);
comment on table settlement is 'What people decided about a conflict. Appended to, never edited; the newest row counts.';

-- Imports --------------------------------------------------------------------------------------------------------

create table import (
    import_id      bigint generated always as identity primary key,
    inlet          text collate "C" not null,
    node           text collate "C" not null,
    profile        text collate "C" not null,
    reading_digest bytea not null,
    file_name      text not null,
    file_bytes     bigint,
    chunk_rows     integer not null,
    header         bytea,
    state          text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'EMPTY', 'FAILED')),
    reason         text,
    started_at     timestamptz not null default now(),
    finished_at    timestamptz
);
create index import_unfinished on import (inlet, node) where state = 'RUNNING';
comment on table import is 'One claimed file, or one posted stream that has a header. header keeps the column names of a CSV file, without which a row''s raw bytes could not be read again.';
comment on column import.reading_digest is
    'SHA-256 over the framing and the profile''s text: under another one the stream may be cut into other chunks.';
comment on column import.file_bytes is 'Size of the file as it lies; of a posted stream the bytes read, unpacked, once it has ended.';

create table import_chunk (
    import_id   bigint not null,
    chunk_no    bigint not null,
    rows        integer not null,
    canonical   integer not null default 0,
    duplicate   integer not null default 0,
    conflict    integer not null default 0,
    incomplete  integer not null default 0,
    quarantined integer not null default 0,
    recorded_at timestamptz not null default now(),
    primary key (import_id, chunk_no)
);
comment on table import_chunk is 'Part of the transaction that decided the chunk''s rows: a killed import skips the chunks that are here.';
