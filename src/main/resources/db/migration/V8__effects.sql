-- What a person should look at, and what a release took away.

alter table effect_move add lane text collate "C";
comment on column effect_move.lane is 'The lane that a release took the effect out of.';

create index outbox_refused on outbox (state, kind, planned_at) where state in ('rejected', 'abandoned');
