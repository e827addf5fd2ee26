-- Arguments: for each instance that was read its id, and epoch and entries of the header that was read. The script writes a key, so that
-- WAITAOF after it waits for all earlier writes. Answers the numbers of the instances with another header: after a failover, the read
-- header may be that of the earlier server, whose writes this server lacks. An instance without a header has been removed since.

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
