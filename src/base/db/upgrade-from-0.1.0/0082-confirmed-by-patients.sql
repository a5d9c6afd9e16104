-- When a patient last said that they will come to the visit at its present time; null until then, and again after a move.

alter table appointments add column patient_confirmed_at timestamptz;
alter table report_sums add column patient_confirmed bigint not null default 0;
