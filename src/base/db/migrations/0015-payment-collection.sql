-- The caller's own words for how the payment of a visit is collected (BOOK-52).
alter table appointments add column payment_collection_type text
  constraint payment_collection_type_length check (char_length(payment_collection_type) <= 100);
