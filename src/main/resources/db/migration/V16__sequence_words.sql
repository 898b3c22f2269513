-- Sequences: what compact evidence still knows of a first arrival, restarts that people hear of, and gaps that say what they
-- really lack.

-- A part lies beside the parts of its time, and ids grow with time: a range of pages says enough, and costs no insert.
create index sequence_block_arrival on sequence_block using brin (arrival_id) with (pages_per_range = 16, autosummarize = on);

-- A number stands at most 20,000 ids from the first of its part (BlockPart).
create function sequence_first(wanted bigint)
returns table (arrival_id bigint, source_id bigint, boot_id text, generation integer, "position" bigint, digest bytea,
               arrival_at timestamptz, profile_version integer, canon_version smallint)
language sql stable as $$
    select wanted, b.source_id, b.boot_id, b.generation,
           b.block_no * 1024 + get_byte(b.numbers, i) * 256 + get_byte(b.numbers, i + 1),
           substr(b.numbers, i + 3, 4),
           b.arrival_at + ('x' || encode(substr(b.numbers, i + 11, 4), 'hex'))::bit(32)::integer * interval '1 millisecond',
           b.profile_version, b.canon_version
      from sequence_block b
     cross join generate_series(0, octet_length(b.numbers) - 1, 14) i
     where wanted > 0
       and b.arrival_id between wanted - 20000 and least(wanted, 9223372036854755807) + 20000
       and position(substr(int8send(wanted - b.arrival_id), 5) in b.numbers) > 0
       and substr(b.numbers, i + 7, 4) = substr(int8send(wanted - b.arrival_id), 5)
$$;
comment on function sequence_first is
    'What the blocks know of a first arrival: of a plain one under compact evidence it is all that is kept. digest is the first four bytes of the payload''s hash.';

create or replace view conflict_log as
select d.arrival_id, d.canonical_id, s.source, d.transition_id, d.boot_id,
       coalesce(i.payload_hash, f.digest) as first_payload_hash, d.payload_hash as other_payload_hash,
       coalesce(i.arrival_at, f.arrival_at) as first_arrival_at, d.arrival_at as other_arrival_at, d.work_item_id,
       d.recorded_at, d.completed
  from decided_arrival d
  join source s using (source_id)
  left join identity i
    on i.source_id = d.source_id and i.transition_id = d.transition_id and i.boot_id = d.boot_id
  left join lateral (
       select b.digest, b.arrival_at from sequence_first(d.canonical_id) b
        where i.canonical_id is null and s.source like 'sequence:%') f on true
 where d.decision = 'CONFLICT';
comment on view conflict_log is
    'DuplicateConflict: both payload hashes (of a sequence the first four bytes of the first one''s) and both arrival times.';

-- Restarts -------------------------------------------------------------------------------------------------------

alter table sequence_restart
    add column modulus bigint not null default 0,
    add column told_at timestamptz;
create index sequence_restart_untold on sequence_restart (restarted_at) where told_at is null;
comment on column sequence_restart.modulus is 'That of the generation before: its highest number is high % modulus.';
comment on column sequence_restart.told_at is 'When a node wrote it to its log.';

create view sequence_restart_list as
select r.source_id, substr(s.source, length('sequence:') + 1) as entity, r.boot_id, r.generation, r.restarted_at,
       r.arrival_id, case when r.modulus = 0 then r.high else r.high % r.modulus end as highest_before, r.told_at
  from sequence_restart r
  join source s using (source_id);
comment on view sequence_restart_list is
    'Restarts without a boot id, told by a number (restartsAt) or by a person: which arrival opened the generation, and how far the one before had come.';

create or replace view sequence_entity as
select s.source_id, substr(s.source, length('sequence:') + 1) as entity, t.boot_id, t.generation,
       case when t.modulus = 0 then t.high else t.high % t.modulus end as highest,
       t.high as highest_position, t.numbers, t.first_arrival_at, t.last_arrival_at,
       case when t.last_arrival_at > t.first_arrival_at
            then (t.numbers - 1) / extract(epoch from t.last_arrival_at - t.first_arrival_at) end as numbers_per_second,
       g.open_gaps, g.filled_gaps, g.given_up_gaps, g.missing,
       case when t.generation > 0 then (
            select max(r.restarted_at) from sequence_restart r
             where r.source_id = t.source_id and r.boot_id = t.boot_id) end as restarted_at
  from sequence_track t
  join source s using (source_id)
 cross join lateral (
       select count(*) filter (where filled_at is null and given_up_at is null) as open_gaps,
              count(*) filter (where filled_at is not null) as filled_gaps,
              count(*) filter (where filled_at is null and given_up_at is not null) as given_up_gaps,
              coalesce(sum(g.missing), 0) as missing
         from sequence_gap g
        where g.source_id = t.source_id and g.boot_id = t.boot_id) g
 where t.high >= 0;
comment on column sequence_entity.generation is 'How often it began again without a boot id; see sequence_restart_list.';

-- Gaps -----------------------------------------------------------------------------------------------------------

drop view sequence_gap_list;
create view sequence_gap_list as
select g.gap_id, s.source_id, substr(s.source, length('sequence:') + 1) as entity, g.boot_id, g.generation,
       case when t.modulus = 0 then g.first_no else g.first_no % t.modulus end as first_skipped,
       case when t.modulus = 0 then g.last_no else g.last_no % t.modulus end as last_skipped,
       g.missing, g.opened_by, g.opened_at, g.alarmed_at, g.filled_at, g.given_up_at,
       case when g.filled_at is not null then 'filled' when g.given_up_at is not null then 'given up' else 'open' end as state,
       -- Read from the blocks, for gaps of which not too much has come: else the count must do.
       case when g.missing > 0 and g.last_no - g.first_no + 1 - g.missing <= 10000 then (
            select string_agg(case when lower(r) = upper(r) - 1 then n.low::text else n.low || '-' || n.high end, ', ' order by r)
                   filter (where n.nth <= 20)
                   || case when count(*) > 20 then ', and ' || count(*) - 20 || ' ranges more' else '' end
              from unnest(
                   int8multirange(int8range(g.first_no, g.last_no, '[]'))
                   - coalesce((
                     select range_agg(int8range(c.came, c.came, '[]'))
                       from sequence_block b
                      cross join generate_series(0, octet_length(b.numbers) - 1, 14) i
                      cross join lateral (
                            select b.block_no * 1024 + get_byte(b.numbers, i) * 256 + get_byte(b.numbers, i + 1) as came) c
                      where b.source_id = g.source_id and b.boot_id = g.boot_id and b.generation = g.generation
                        and b.block_no between g.first_no / 1024 and g.last_no / 1024
                        and c.came between g.first_no and g.last_no
                        and g.missing <= g.last_no - g.first_no), '{}')) with ordinality as x(r, nth)
             cross join lateral (
                   select x.nth,
                          case when t.modulus = 0 then lower(r) else lower(r) % t.modulus end as low,
                          case when t.modulus = 0 then upper(r) - 1 else (upper(r) - 1) % t.modulus end as high) n)
       end as missing_numbers
  from sequence_gap g
  join source s using (source_id)
  join sequence_track t using (source_id, boot_id);
comment on view sequence_gap_list is
    'Gaps as people read them: what was skipped when it opened, what of it is still missing, and what became of it.';
