-- No arguments. Writes something, so that waiting for the disk after this waits for all that was written before.

local function part(base)
  redis.call('SET', base .. ':s', '')
  return 0
end
