import { html } from 'lit';
import { icon } from './icon-label.js';

const ICONS = { http: 'bolt', schedule: 'clock', event: 'event' };

/** A short label of a trigger: HTTP method and path, schedule, or type of event. */
export function triggerLabel(trigger) {
  const text = trigger.kind === 'http' ? `${trigger.method} ${trigger.path}`
    : trigger.kind === 'schedule' ? trigger.cron ?? trigger.every ?? trigger.after ?? 'schedule'
      : trigger.type ?? trigger.kind;
  return html`<span class="chip mono" title=${trigger.kind}>${icon(ICONS[trigger.kind] ?? 'code')}${text}</span>`;
}
