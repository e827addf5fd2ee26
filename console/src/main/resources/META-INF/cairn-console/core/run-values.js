/** A value of a task run as its history has it: `input`, `output`, `context`, or `caught`, the error that the `catch` of a `try` caught. */
export function runValue(run, name) {
  return name === 'caught' ? run.caught?.value : run[name];
}

/** True if the history leaves a value of a run out, because it is large. */
export function isOmitted(run, name) {
  return Boolean(name === 'caught' ? run?.caught?.omitted?.includes('value') : run?.omitted?.includes(name));
}

/**
 * Fetches one value of a task run that its history leaves out. A page of one run has room for more of its values; a value that is larger
 * still comes by itself.
 *
 * @param source a DataSource
 * @param {string} id of the instance
 * @param {object} run of a RunHistory
 * @param {string} name as in {@link runValue}
 * @return {Promise<*>} rejects with a Problem
 */
export async function fetchRunValue(source, id, run, name) {
  const path = `instances/${encodeURIComponent(id)}`;
  const { tasks: [fetched] } = await source.get(`${path}/history`, { limit: 1, cursor: run.index || undefined });
  return (fetched && runValue(fetched, name)) ?? await source.get(`${path}/values/${name}`, { task: run.task, run: run.run });
}
