import { html } from 'lit';
import { icon } from './icon-label.js';

/** Icons of the states of instances and of task runs. */
const ICONS = {
  pending: 'dots', queued: 'dots', created: 'dots', running: 'turn', started: 'turn', retried: 'retry', waiting: 'clock', suspended: 'pause', parked: 'park',
  completed: 'check', faulted: 'alert', cancelled: 'stop', skipped: 'dots',
};

/** Colours: those states that have none of their own look like another one. */
const COLOURS = { queued: 'pending', created: 'pending', started: 'running', retried: 'waiting', skipped: 'pending' };

/** The class of a state, for its colour: `running`, `waiting`, … */
export function statusClass(status) {
  return COLOURS[status] ?? (status in ICONS ? status : 'pending');
}

/** The icon of a state. */
export function statusIcon(status) {
  return icon(ICONS[status] ?? 'dots', undefined, status === 'running' || status === 'started' ? 'turning' : '');
}

/** A state as icon and word, for tables with many rows; the component that draws it has `controls` among its styles. */
export function statusBadge(status, parked = false) {
  const shown = parked ? 'parked' : status;
  return html`<span class="badge ${statusClass(shown)}">${statusIcon(shown)}${shown}</span>`;
}
