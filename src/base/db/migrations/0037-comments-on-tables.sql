-- What each table is for. A comment takes a lock that reads and writes of the table pass.

comment on table migrations is 'The migrations this database has had, with the checksums of their files.';
comment on table installation is 'One row for the whole installation: its mode, its secret, and how far a sandbox has moved its clock.';

comment on table outbox is 'The last messages of a sandbox, which are sent to no one; production keeps none.';
comment on table due_work is 'Work that is due at a time, leased by the process that does it; a second plan for the same subject moves the first.';
comment on table notices is 'Messages to patients about their visits: planned, sent, failed or skipped.';

comment on table workspaces is 'Clinics: each row is a tenant, and its id begins the key of every other row of that clinic.';
comment on table api_keys is 'Developer and widget keys, known by their SHA-256 alone, with the addresses and origins that may use them.';
comment on table widget_sessions is 'Sessions of browsers under a widget key; they end with the key.';
comment on table audit_entries is 'Who read or changed which patient''s record and when; never what the record said.';

comment on table patients is 'Patients; an erased one stays as an empty row, so that visits and money still refer to a patient.';

comment on table locations is 'Addresses at which a clinic works, each with its time zone and currency.';
comment on table rooms is 'Rooms of a location, which hold one visit at a time.';
comment on table users is 'Members of staff; a practitioner also has a row in practitioners, under the same id.';
comment on table roles is 'Kinds of staff, such as doctor or receptionist, as a clinic names them.';
comment on table user_roles is 'The roles of each member of staff.';
comment on table user_locations is 'Where members of staff work who are not practitioners.';
comment on table practitioners is 'Doctors: how they are booked, and what may be cancelled or moved.';
comment on table doctor_locations is 'A practitioner at a location, with the length of a slot; bookings refer to it, so it is switched off and never removed.';
comment on table consultation_fees is 'Fees of a practitioner at a location, by mode, for local and for international patients.';
comment on table duration_tiers is 'Visits of other lengths that a practitioner offers at a location, with their prices.';
comment on table working_hours is 'Hours of a practitioner at a location, weekly or of one date, in minutes of the clinic''s day.';
comment on table hour_exceptions is 'Dates on which a practitioner''s weekly hours at a location do not apply.';
comment on table closing_days is 'Ranges of dates on which a workspace, a location or a practitioner does not work.';
comment on table public_profiles is 'The public profiles of the workspace and of its staff.';
comment on table medicines is 'Medicines a clinic keeps, by its own codes.';
comment on table medicine_stock is 'Price and quantity of a medicine at a location, with the text that a search of the location reads.';

comment on table claims is 'Time that is taken: one row for each live appointment, kept from overlapping by the exclusion constraints of doctor and room.';
comment on table calendars is 'Feeds of calendars that practitioners keep elsewhere, and how the last attempt to read each ended.';
comment on table calendar_busy_times is 'When practitioners are busy by their calendars elsewhere: nothing of an event but its time, at most a day in one row.';

comment on table payment_sessions is 'Attempts to have a visit, a token or a pack paid online, each with its checkout at a gateway.';
comment on table ledger_entries is 'Money that came through a gateway or went back, each time from one account to another; rows are only added.';
comment on table refunds is 'Refunds of what was paid, each written before its gateway is asked.';
comment on table sandbox_gateway_checkouts is 'Checkouts of the payment gateway that a sandbox brings; nothing of the clinic refers to them.';
comment on table sandbox_gateway_movements is 'The sandbox gateway''s own ledger: money taken and given back; rows are only added.';
comment on table sandbox_gateway_waiting_refunds is 'Refunds of the sandbox gateway that are not settled yet.';
comment on table sandbox_gateway_faults is 'Calls of the sandbox gateway that fail on purpose, and how.';

comment on table session_packs is 'Session packs on sale: how many sessions, for how long, at what price.';
comment on table session_pack_doctors is 'The practitioners that a pack on sale pays for; a pack without rows here pays for all.';
comment on table patient_packs is 'Packs that patients own, on the terms at which they were sold.';
comment on table patient_pack_doctors is 'The practitioners that a patient''s pack pays for; a pack without rows here pays for all.';
comment on table pack_movements is 'Sessions of a patient''s pack that were used, given back or corrected; rows are only added.';

comment on table verification_codes is 'One-time codes that can still be entered, as keyed hashes: one for each end user and destination of a key.';
comment on table verification_sends is 'Codes sent in the last while, as keyed hashes, by which sending is limited.';
comment on table verification_failures is 'Wrong codes entered in the last while, as keyed hashes, by which guessing is limited.';
comment on table verified_contacts is 'Contacts that end users have verified, as keyed hashes, each for half an hour.';
comment on table session_visitors is 'The visitor that an end user of a session was when asking for a code, as keyed hashes.';

comment on table work_shifts is 'Shifts of practitioners who work by queue, weekly or on one date.';
comment on table queue_days is 'A shift on a date: the next number, the places left and whether its queue runs, in one row that every booking of a token updates.';
comment on table queue_visits is 'Visits with a token instead of a time, and their places in the line.';
comment on table queue_events is 'What staff did with a queue and why; rows are only added.';

comment on table appointments is 'Visits at a time: with whom, where, how they are paid and what became of them.';
comment on table appointment_vitals is 'Vital signs of a visit, as they were recorded at a time.';

comment on table idempotency_keys is 'What each value of the Idempotency-Key header has led to, written with its booking.';
