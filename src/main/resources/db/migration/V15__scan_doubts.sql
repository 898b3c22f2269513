-- Doubts about a code, the worst clocks, and what a device's quality lacked.

alter table scan_event add column barcode_doubt text;
comment on column scan_event.barcode_doubt is
    'How else the code could be read, as its answer says: an FNC1 that may be lost. Null where there is no doubt.';
comment on column scan_event.processing_status is
    'received: stored, its first look-up is under way. validating: the look-up failed and is being repeated, or another worker has taken the scan over; never seen where nothing is looked up. bound: its binding stands, the MES has not confirmed. completed, failed: answered for good.';

-- A clock that stands at 1970 or 2106 is found by when its scans came. Nearly every scan is not in it.
create index scan_clock_suspect on scan_event (device_id, event_time) where clock_suspect;

-- Repeats are arrivals under a scan's own key; a row's are counted only where its device and hour are asked for.
create or replace view scan_device_quality as
select device_id, date_trunc('hour', capture_time) as hour, count(*) as scans,
       count(*) filter (where no_read) as no_reads,
       count(*) filter (where scan_result = 'repeated') as repeated,
       count(*) filter (where clock_suspect) as clock_suspects,
       min(arrival_at - capture_time) as least_lag,
       percentile_disc(0.5) within group (order by arrival_at - capture_time) as median_lag,
       round(count(*) filter (where no_read)::numeric / count(*), 4) as no_read_rate,
       count(*) filter (where dedup_status = 'conflict') as conflicts,
       coalesce(sum((select count(*) from arrival a
                      where a.canonical_id = e.scan_id and a.decision = 'DUPLICATE')), 0)::bigint as repeats
  from scan_event e
 group by device_id, date_trunc('hour', capture_time);
comment on view scan_device_quality is 'Per device and hour of capture. A negative least_lag is a clock that runs ahead by that much. repeats are arrivals that repeat a scan under its own key, repeated are scans that repeat another under a new one. Ask by device_id and a range of hours.';
