import { html } from 'lit';
import { link } from '../core/router.js';
import { icon } from './icon-label.js';
import { ruleText, schedulePath, zoneText } from './schedule-rule.js';

const ICONS = { http: 'bolt', schedule: 'clock', event: 'event' };

/**
 * A short label of a trigger of a workflow: HTTP method and path, the rule of a schedule, or the type of an event. The label of a schedule leads
 * to it.
 */
export function triggerLabel(trigger, workflow) {
  if (trigger.kind === 'schedule') {
    const title = [trigger.description, zoneText(trigger)].filter(Boolean).join(', ');
    return html`<a class="chip mono" href=${link(schedulePath({ workflow, name: trigger.name }))} title=${title}>${icon(ICONS.schedule)}${ruleText(trigger)}</a>`;
  }
  const text = trigger.kind === 'http' ? `${trigger.method} ${trigger.path}` : trigger.type ?? trigger.kind;
  return html`<span class="chip mono" title=${trigger.kind}>${icon(ICONS[trigger.kind] ?? 'code')}${text}</span>`;
}
