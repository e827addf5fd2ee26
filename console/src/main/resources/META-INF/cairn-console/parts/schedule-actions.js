import { LitElement, css, html, nothing } from 'lit';
import { counted } from '../core/format.js';
import { link } from '../core/router.js';
import { controls } from '../core/styles.js';
import { backfillSchedule } from './backfill-dialog.js';
import { icon } from './icon-label.js';
import { confirmAction } from './modal-dialog.js';
import { schedulePath } from './schedule-rule.js';

const COMMANDS = {
  resume: {
    label: 'Resume', icon: 'play', done: 'It was resumed.',
    explanation: 'The schedule goes on. Nothing that was due during the pause is started: a backfill starts it.',
  },
  pause: { label: 'Pause', icon: 'pause', done: 'It was paused.', explanation: 'The schedule starts nothing until it is resumed. Its instances go on.' },
  run: {
    label: 'Run now', icon: 'bolt',
    explanation: 'An instance is started at once, beside the occurrences. No policy applies to it.',
  },
};

/**
 * The commands that a schedule takes now: `<cairn-schedule-actions .source=${source} .schedule=${schedule}>`. Each asks for a confirmation. Sends
 * `schedule-changed` (`{command}`) when one is done.
 */
export class ScheduleActions extends LitElement {
  static properties = { source: { attribute: false }, schedule: { attribute: false }, note: { state: true } };
  static styles = [controls, css`
    :host { display: block; }
    .row { justify-content: flex-end; }
    .note { display: flex; gap: 8px; align-items: center; justify-content: flex-end; font-size: 12.5px; color: var(--c-muted); padding-top: 4px; flex-wrap: wrap; }
    .note svg { color: var(--c-completed); }
    @media (max-width: 720px) { .row, .note { justify-content: flex-start; } }
  `];

  render() {
    const { after, paused, ofDefinition } = this.schedule;
    return html`
      <div class="row" role="group" aria-label="Commands">
        ${this.#button(paused ? 'resume' : 'pause')}${this.#button('run')}
        ${after ? nothing : html`<button @click=${this.#backfill}>${icon('first')}Backfill</button>`}
        ${ofDefinition ? nothing : html`<button class="danger" @click=${this.#delete}>${icon('close')}Delete</button>`}
      </div>
      <div role="status">${this.note ? html`<div class="note">${icon('check')}<span>${this.note}</span></div>` : nothing}</div>`;
  }

  #button(name) {
    const { label, icon: picture } = COMMANDS[name];
    return html`<button class=${name === 'resume' ? 'primary' : ''} @click=${() => this.#give(name)}>${icon(picture)}${label}</button>`;
  }

  async #give(name) {
    const { label, explanation, done } = COMMANDS[name];
    const answer = await confirmAction(this, {
      heading: `${label}: ${this.schedule.name}`, text: explanation, confirm: label,
      act: reason => this.source.post([...schedulePath(this.schedule), name], { reason }),
    });
    if (answer) {
      const { instance } = answer.result;
      this.#done(name, instance ? html`It has started <a href=${link(['instances', instance])}>an instance</a>.` : done);
    }
  }

  #backfill = async () => {
    const answer = await backfillSchedule(this, {
      name: this.schedule.name, act: range => this.source.post([...schedulePath(this.schedule), 'backfill'], range),
    });
    if (answer) {
      const { started, existing } = answer.result;
      this.#done('backfill', `${counted(started, 'instance')} started, ${existing} existed.`);
    }
  };

  #delete = async () => {
    const answer = await confirmAction(this, {
      heading: `Delete ${this.schedule.name}?`, text: 'The schedule is gone and starts nothing any more. Its instances go on.', confirm: 'Delete',
      danger: true, withReason: false, act: () => this.source.remove(schedulePath(this.schedule)),
    });
    if (answer) {
      this.#done('delete', 'It was deleted.');
    }
  };

  #done(command, note) {
    this.note = note;
    this.dispatchEvent(new CustomEvent('schedule-changed', { detail: { command }, bubbles: true, composed: true }));
  }
}
customElements.define('cairn-schedule-actions', ScheduleActions);
