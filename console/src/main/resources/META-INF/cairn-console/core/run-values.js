/**
 * Fetches one value of a task run that its history leaves out. A page of one run has room for more of its values; a value that is larger
 * still comes by itself.
 *
 * @param source a DataSource
 * @param {string} id of the instance
 * @param {object} run of a RunHistory
 * @param {string} name `input`, `output` or `context`
 * @return {Promise<*>} rejects with a Problem
 */
export async function fetchRunValue(source, id, run, name) {
  const path = `instances/${encodeURIComponent(id)}`;
  const page = await source.get(`${path}/history`, { limit: 1, cursor: run.index || undefined });
  return page.tasks[0]?.[name] ?? await source.get(`${path}/values/${name}`, { task: run.task, run: run.run });
}
