-- Barcode scans: one row per scan, decided by the ledger under the contract scan, answered alike however often it is sent.

create table scan_event (
    scan_id           bigint not null,
    event_time        timestamptz not null default now(),
    -- object, action, result
    scan_barcode      text not null,
    barcode_type      text,
    bind_sn           text collate "C",
    bind_lot          text collate "C",
    bind_station      text collate "C",
    work_order        text collate "C",
    scan_action       text not null check (scan_action in (
                      'load', 'pick', 'pass', 'complete', 'rework', 'scrap', 'recheck', 'unpack', 'pack')),
    action_source     text check (action_source in ('manual', 'automatic', 'write-back', 'late entry')),
    scan_result       text check (scan_result in (
                      'ok', 'not ok', 'pending', 'unknown barcode', 'bound elsewhere', 'repeated')),
    result_code       text,
    result_message    text,
    -- device context: recorded, never part of what decides the result
    device_id         text collate "C",
    device_type       text check (device_type in ('handheld', 'fixed reader', 'camera')),
    device_model      text,
    scan_session_id   text,
    operator_id       text,
    operator_name     text,
    site_id           text,
    workshop_id       text,
    line_id           text,
    station_id        text collate "C",
    capture_time      timestamptz,
    arrival_at        timestamptz not null,
    clock_suspect     boolean not null default false,
    -- control
    channel           text collate "C" not null,
    idempotency_key   text collate "C" not null,
    key_recipe        text,
    key_resolution_ms integer,
    key_truncated     boolean not null default false,
    barcode_normal    text not null,
    no_read           boolean not null default false,
    dedup_status      text not null default 'accepted' check (dedup_status in ('accepted', 'duplicate', 'conflict')),
    processing_status text not null default 'received' check (processing_status in (
                      'received', 'validating', 'bound', 'completed', 'failed')),
    attempt           integer not null default 1,
    leased_until      timestamptz,
    created_by        text not null,
    updated_by        text not null,
    created_at        timestamptz not null default now(),
    updated_at        timestamptz not null default now(),
    primary key (scan_id, event_time)
) partition by range (event_time);
comment on table scan_event is 'One row per scan. A repeat or a contradiction is an arrival of its own, see scan_arrival; the identity under (channel, idempotency_key) says which is which.';
comment on column scan_event.scan_id is 'The eventId of answers: the canonical_id of the scan in the ledger.';
comment on column scan_event.event_time is 'When it was stored, by the database''s clock; capture_time is by the device''s.';
comment on column scan_event.scan_barcode is 'Every character as read, leading zeros and separators included.';
comment on column scan_event.barcode_normal is 'One form of the code, for keys and bindings only.';
comment on column scan_event.key_recipe is 'The version of the recipe that derived the key; null where the client sent it.';
comment on column scan_event.clock_suspect is 'capture_time is farther from arrival_at than the site allows: a clock is wrong, or it was sent late.';
comment on column scan_event.dedup_status is 'The scan as it stands now: conflict once it was contradicted, or repeated too often. duplicate is a word of arrivals only.';
comment on column scan_event.processing_status is
    'received: stored, its first worker holds the lease. validating: taken over. bound: its binding stands, the MES has not confirmed. completed, failed: answered for good.';
comment on column scan_event.attempt is 'Counted with each lease, and its fencing token: a result is recorded only under the attempt that it was made in.';

create index scan_by_sn on scan_event (bind_sn, event_time) where bind_sn is not null;
create index scan_by_lot on scan_event (bind_lot, station_id, event_time) where bind_lot is not null;
create index scan_by_device on scan_event (device_id, capture_time);
create index scan_not_ok on scan_event (scan_result, event_time) where scan_result <> 'ok';
create index scan_in_work on scan_event (leased_until) where processing_status in ('received', 'validating');

create table scan_answer (
    scan_id    bigint not null,
    stored_at  timestamptz not null default now(),
    expires_at timestamptz not null,
    status     smallint not null,
    body       bytea not null,
    primary key (scan_id, stored_at)
) partition by range (stored_at);
comment on table scan_answer is 'What was answered, byte for byte, until it expires. A later repeat is answered from the scan''s row: the identity outlives this.';

create table scan_binding (
    channel    text collate "C" not null,
    code       text collate "C" not null,
    bind_sn    text collate "C",
    work_order text collate "C",
    bind_lot   text collate "C",
    scan_id    bigint not null,
    bound_at   timestamptz not null default now(),
    primary key (channel, code)
);
comment on table scan_binding is 'What a code is bound to now. Its primary key alone decides which of two scans bound it.';
comment on column scan_binding.code is 'barcode_normal, or its SHA-256 where it is long.';

create table scan_latest (
    channel      text collate "C" not null,
    code         text collate "C" not null,
    scan_action  text collate "C" not null,
    scan_id      bigint not null,
    capture_time timestamptz not null,
    primary key (channel, code, scan_action)
);
comment on table scan_latest is 'The scan that opened the window in which others of the same code and action are called repeated; used only where a site asks for that.';

-- More repeats of one key than a site allows are for a person. What says which kinds have an arrival is said anew.
do $$
declare
    said text;
begin
    for said in select conname from pg_constraint
                 where conrelid = 'work_item'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%arrival_id%' loop
        execute format('alter table work_item drop constraint %I', said);
    end loop;
end $$;
alter table work_item drop constraint work_item_kind_check;
alter table work_item
    add constraint work_item_kind_check check (
        kind in ('CONFLICT', 'INCOMPLETE', 'OPERATION', 'OPERATION_CONFLICT', 'REPEATS')),
    add check ((arrival_id is not null) = (kind in ('CONFLICT', 'INCOMPLETE', 'REPEATS')));
create unique index work_item_repeats on work_item (canonical_id) where kind = 'REPEATS';

-- Views ----------------------------------------------------------------------------------------------------------

create view scan_arrival as
select a.arrival_id, coalesce(a.canonical_id, a.arrival_id) as scan_id, a.arrival_at, a.recorded_at,
       case a.decision when 'CANONICAL' then 'accepted' when 'DUPLICATE' then 'duplicate' else 'conflict' end as dedup_status,
       n.inlet, n.node, a.credential, a.payload_hash, a.raw_hash, a.work_item_id
  from arrival a
  join inlet n using (inlet_id)
  join source s using (source_id)
 where s.source like 'scan:%'
   and a.decision in ('CANONICAL', 'DUPLICATE', 'CONFLICT');
comment on view scan_arrival is 'Every arrival of a scan, each with its own dedup_status; ask by scan_id.';

create view scan_device_quality as
select device_id, date_trunc('hour', capture_time) as hour, count(*) as scans,
       count(*) filter (where no_read) as no_reads,
       count(*) filter (where scan_result = 'repeated') as repeated,
       count(*) filter (where clock_suspect) as clock_suspects,
       min(arrival_at - capture_time) as least_lag,
       percentile_disc(0.5) within group (order by arrival_at - capture_time) as median_lag
  from scan_event
 group by device_id, date_trunc('hour', capture_time);
comment on view scan_device_quality is 'Per device and hour of capture. A negative least_lag is a clock that runs ahead by that much; ask by device_id and a range of hours.';
