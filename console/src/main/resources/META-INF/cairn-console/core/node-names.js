/** The name of a node in its id, `name~life`, which has another life after each restart. */
export function nodeName(id) {
  return id.split('~', 1)[0];
}
