-- Times that staff book though they are not on offer.

alter table appointments
  -- Why it is at a time that was not on offer: off the grid, begun already or outside the hours; null of one that was.
  add column unoffered_reason text,
  add constraint unoffered_reason_length check (char_length(unoffered_reason) between 1 and 500) not valid;
