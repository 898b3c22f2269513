-- Writes to equipment: one row per (client, operationId), the moves of its state, and the attempts to write it.

create type operation_state as enum (
    'received', 'awaiting_authorisation', 'authorised', 'sent', 'accepted', 'succeeded', 'failed', 'unknown', 'refused', 'expired',
    'compensated', 'superseded');
comment on type operation_state is
    'What is known of an operation. accepted is not succeeded. unknown: it may have been done, and somebody must find out.';

create table equipment_version (
    equipment_version integer generated always as identity primary key,
    equipment         text collate "C" not null,
    definition        text not null,
    definition_hash   bytea not null,
    recorded_at       timestamptz not null default now(),
    unique (equipment, definition_hash)
);
comment on table equipment_version is 'Each text under which operations on a piece of equipment were ever judged.';

create sequence operation_turn_seq;
create sequence operation_number_seq as integer;
create sequence operation_attempt_seq;
-- A controller may remember the numbers of a database that was here before: do not begin where that began.
do $$
begin
    execute format('alter sequence operation_number_seq restart with %s', 1 + floor(random() * 1000000000)::bigint);
end $$;

create table operation (
    operation_key     bigint generated always as identity primary key,
    client            text collate "C" not null check (client <> '' and client not like '%/%'),
    operation_id      text collate "C" not null check (operation_id <> ''),
    target            text collate "C" not null,
    command           text collate "C" not null,
    digest            bytea not null,
    canon_version     smallint not null,
    canon_bytes       integer not null,
    parameters        text,
    equipment_version integer,
    state             operation_state not null,
    received_at       timestamptz not null,
    valid_until       timestamptz not null,
    replay_until      timestamptz not null,
    results_until     timestamptz not null,
    asked_by          text not null,
    door              text not null check (door in ('rest', 'amqp', 'mqtt', 'effect')),
    approvals_needed  smallint not null default 0,
    turn              bigint,
    due_at            timestamptz,
    attempt_id        bigint,
    attempts          integer not null default 0,
    not_reached       integer not null default 0,
    leased_until      timestamptz,
    worker            text,
    operation_number  integer,
    accepted_until    timestamptz,
    recover_at        timestamptz,
    recoveries        integer not null default 0,
    result_id         uuid not null default gen_random_uuid(),
    result            text,
    result_digest     bytea,
    device_reference  text,
    code              text collate "C",
    reason            text,
    replaces          bigint,
    similar_to        bigint,
    ended_at          timestamptz,
    told_at           timestamptz,
    shrunk_at         timestamptz,
    unique (client, operation_id)
);
-- The database alone orders all nodes: one conversation per equipment, whoever holds it.
create unique index operation_in_flight on operation (target) where state = 'sent';
create unique index operation_number_once on operation (operation_number) where operation_number is not null;
create index operation_turn on operation (target, turn) where state = 'authorised';
create index operation_open on operation (state, target)
    where state in ('received', 'awaiting_authorisation', 'authorised', 'sent', 'accepted', 'unknown');
create index operation_recover on operation (recover_at) where recover_at is not null;
create index operation_by_digest on operation (digest, received_at);
create index operation_by_command on operation (target, command, received_at);
create index operation_by_time on operation (received_at);
create index operation_to_shrink on operation (results_until) where shrunk_at is null;
create index operation_to_tell on operation (operation_key) where door = 'effect' and told_at is null;
comment on table operation is
    'A write that somebody asked for, under a name that stays the same through all retries. Rows are never deleted: what is over shrinks to a tombstone that goes on refusing.';
comment on column operation.digest is 'SHA-256 of the canonical form of target, command and parameters. Evidence, never the identity.';
comment on column operation.canon_bytes is 'Length of that canonical form.';
comment on column operation.turn is 'Operations of one equipment are sent in this order, which is that of their authorisation.';
comment on column operation.due_at is 'Not null if and only if a node may claim it at that time.';
comment on column operation.attempt_id is
    'The newest attempt, and its fencing token: an outcome is recorded only while the operation is sent under this attempt.';
comment on column operation.not_reached is 'Attempts that certainly wrote nothing because the device was not reached.';
comment on column operation.operation_number is 'The operation''s name for devices that keep only numbers; given at the first claim, never twice.';
comment on column operation.accepted_until is 'When silence after an acceptance becomes unknown.';
comment on column operation.recover_at is 'When the device is asked next about an operation whose end is not known.';
comment on column operation.result_id is 'The same in every answer about this operation.';
comment on column operation.replay_until is 'Until then the same id and payload are answered from here; afterwards that id is refused.';
comment on column operation.results_until is 'Until then questions are answered in full; afterwards from the tombstone.';
comment on column operation.similar_to is 'An operation of another id that asked for the same within the time in which that is suspicious.';
comment on column operation.told_at is 'When whoever waits for the end of an operation that an effect became was told.';
comment on column operation.shrunk_at is 'Not null: a tombstone. It keeps id, digest, final state and times.';

create table operation_move (
    move_id       bigint generated always as identity primary key,
    operation_key bigint not null,
    moved_at      timestamptz not null default clock_timestamp(),
    from_state    operation_state,
    to_state      operation_state not null,
    origin        text not null check (origin in ('client', 'node', 'device', 'person')),
    actor         text not null check (actor <> ''),
    code          text collate "C",
    reason        text,
    evidence      text,
    attempt_id    bigint
);
create index operation_move_by_operation on operation_move (operation_key, move_id);
comment on table operation_move is 'Every move of every operation: when, by whom, why. Appended to, never edited.';

create table operation_attempt (
    attempt_id    bigint primary key,
    operation_key bigint not null,
    attempt_no    integer not null,
    target        text collate "C" not null,
    claimed_at    timestamptz not null default clock_timestamp(),
    node          text collate "C" not null,
    worker        text not null,
    shard         text collate "C" not null,
    arbitration   text not null,
    leased_until  timestamptz not null,
    values_before text,
    writing_at    timestamptz,
    word          text collate "C",
    code          text collate "C",
    evidence      text,
    duration_ms   integer,
    ended_at      timestamptz
);
create index operation_attempt_by_operation on operation_attempt (operation_key, attempt_id);
create index operation_attempt_writing on operation_attempt (target, attempt_id) where writing_at is not null;
comment on table operation_attempt is
    'One conversation with a device about an operation. The row is there from the claim on; without a word its node is at it, or never came back.';
comment on column operation_attempt.writing_at is
    'Set while the operation is sent under this attempt and its lease holds, directly before the write. Null: certainly nothing was written.';
comment on column operation_attempt.values_before is 'What the read-back''s tags said directly before the write.';
comment on column operation_attempt.arbitration is 'How this node won the right to act.';

create table operation_approval (
    operation_key bigint not null,
    approver      text not null check (approver <> ''),
    approved_at   timestamptz not null default clock_timestamp(),
    reason        text not null check (reason <> ''),
    primary key (operation_key, approver)
);
comment on table operation_approval is 'Who authorised an operation, each with a reason. Four eyes need two of them.';

create table operation_word (
    word_id       bigint generated always as identity primary key,
    operation_key bigint not null,
    spoken_at     timestamptz not null default clock_timestamp(),
    way           text not null check (way in ('report', 'asked', 'read_back', 'late_answer')),
    word          text collate "C" not null,
    code          text collate "C",
    evidence      text,
    counted       boolean not null
);
create index operation_word_by_operation on operation_word (operation_key, word_id);
comment on table operation_word is 'What a device said about an operation after its attempt, also late and repeated words. counted: it moved the operation.';

create table operation_conflict (
    conflict_id   bigint generated always as identity primary key,
    operation_key bigint not null,
    digest        bytea not null,
    canon_version smallint not null,
    canon_bytes   integer not null,
    asked_by      text not null,
    door          text not null,
    target        text collate "C" not null,
    command       text collate "C" not null,
    times         integer not null default 1,
    first_at      timestamptz not null default clock_timestamp(),
    last_at       timestamptz not null default clock_timestamp(),
    unique (operation_key, digest, canon_version)
);
comment on table operation_conflict is 'Another payload under a known id. The first stays untouched.';

create table operation_door (
    door_id    bigint generated always as identity primary key,
    state      text not null check (state in ('open', 'recovery')),
    changed_at timestamptz not null default clock_timestamp(),
    changed_by text not null check (changed_by <> ''),
    reason     text not null check (reason <> '')
);
comment on table operation_door is
    'recovery: the store''s integrity check failed, nothing is written until a person opens the door. The newest row counts; without a row it is open.';

create table operation_deployment (
    only_row          boolean primary key default true check (only_row),
    system_identifier bigint not null,
    timeline          integer not null,
    database          oid not null,
    seen_at           timestamptz not null default now()
);
comment on table operation_deployment is
    'The PostgreSQL cluster on which operations last ran. Another one: this is a restored copy, which lacks what was done since.';

-- What waits for a person ------------------------------------------------------------------------------------------

alter table work_item drop constraint work_item_kind_check;
alter table work_item
    add constraint work_item_kind_check check (kind in ('CONFLICT', 'INCOMPLETE', 'OPERATION', 'OPERATION_CONFLICT')),
    alter arrival_id drop not null,
    add operation_key bigint,
    add conflict_id bigint,
    add check ((arrival_id is not null) = (kind in ('CONFLICT', 'INCOMPLETE'))),
    add check ((operation_key is not null) = (kind in ('OPERATION', 'OPERATION_CONFLICT'))),
    add check ((conflict_id is not null) = (kind = 'OPERATION_CONFLICT'));
create unique index work_item_operation on work_item (operation_key) where kind = 'OPERATION';
create unique index work_item_operation_conflict on work_item (conflict_id) where kind = 'OPERATION_CONFLICT';
comment on table work_item is
    'Something only a person can settle: one per (canonical, other payload), one per (profile, reason) of what has no identity, one per operation whose end is not known, one per (operation, other payload).';

-- Views ----------------------------------------------------------------------------------------------------------

create view operation_summary as
select target, command, client, state, count(*) as operations, sum(attempts) as attempts, min(received_at) as first_at,
       max(received_at) as last_at
  from operation
 group by target, command, client, state;

create view operation_history as
select o.client, o.operation_id, o.operation_key, o.target, o.command, encode(o.digest, 'hex') as digest, m.move_id, m.moved_at,
       m.from_state, m.to_state, m.origin, m.actor, m.code, m.reason, m.evidence, m.attempt_id, a.node, a.shard, a.arbitration,
       a.writing_at
  from operation_move m
  join operation o using (operation_key)
  left join operation_attempt a on a.attempt_id = m.attempt_id;
comment on view operation_history is 'All moves with what they belong to; select … where client = … and operation_id = … order by move_id.';
