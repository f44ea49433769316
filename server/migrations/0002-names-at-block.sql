-- Name and avatar of both players at the time of the block, which conversations show until it ends. Null for older
-- blocks.
alter table blocks
  add column blocker_name text,
  add column blocker_avatar text,
  add column blocked_name text,
  add column blocked_avatar text;
