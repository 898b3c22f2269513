-- What people supplied and settled: a completion may bring the source's time, a settlement names the one that it replaces.

comment on column arrival.raw is
    'The bytes as they came; a prefix where they were over the bound (then raw_bytes is larger). raw_hash is SHA-256 over all raw_bytes.';
comment on column arrival.raw_bytes is 'How many bytes were read; if more came, reason_detail says so.';

alter table completion
    add source_time      timestamptz,
    add source_time_text text;

alter table settlement add supersedes bigint not null default 0;
-- Until now the newest simply counted, so each replaced the one before it.
update settlement s
   set supersedes = coalesce(
       (select max(p.settlement_id)
          from settlement p
         where p.work_item_id = s.work_item_id and p.settlement_id < s.settlement_id), 0);
alter table settlement add unique (work_item_id, supersedes);
comment on column settlement.supersedes is
    'The settlement that this one replaces, 0 for the first. Unique, so that of two people who settle at once one is told.';

create or replace view decided_arrival as
select a.arrival_id, a.recorded_at, a.arrival_at, a.source_id, a.transition_id, a.boot_id, a.decision, a.canonical_id,
       a.recurrence_of, a.late, a.reason, a.raw_hash, a.payload_hash, a.canon_version, a.profile_version, a.inlet_id,
       a.source_time_text, a.flags, a.work_item_id, false as completed
  from arrival a
union all
select a.arrival_id, a.recorded_at, a.arrival_at, c.source_id, c.transition_id, c.boot_id, c.decision, c.canonical_id,
       c.recurrence_of, c.late, a.reason, a.raw_hash, c.payload_hash, c.canon_version, c.profile_version, a.inlet_id,
       coalesce(c.source_time_text, a.source_time_text) as source_time_text, c.flags, c.work_item_id, true as completed
  from completion c
  join arrival a on a.arrival_id = c.arrival_id;
