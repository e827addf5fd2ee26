-- Arguments: for each instance that was read its id, and epoch and entries as in the header that was read. Writes something, so that
-- waiting for the disk after this waits for all that was written before. Answers the numbers of those that are something else here: after
-- a failover what was read may be of the server from before, and what it had is not here, or never will be. One that is not here was
-- removed since.

local function part(base, at, last)
  redis.call('SET', base .. ':s', '')
  local others = {}
  for i = at, last, 2 do
    local header = headerOf(base, ARGV[i])
    if header and string.sub(header, 2, 17) ~= ARGV[i + 1] then
      others[#others + 1] = (i - at) / 2
    end
  end
  return others
end
