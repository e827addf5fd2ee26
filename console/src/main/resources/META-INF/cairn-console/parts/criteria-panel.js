import { LitElement, css, html } from 'lit';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';

const TIMES = [['createdFrom', 'Started from'], ['createdTo', 'Started before'], ['endedFrom', 'Ended from'], ['endedTo', 'Ended before']];

/** A time in RFC 3339 as a field of the browser has it, in the viewer's zone. */
function toField(value) {
  const time = new Date(value ?? NaN);
  return Number.isNaN(time.getTime()) ? '' : new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function fromField(value) {
  return value ? new Date(value).toISOString() : undefined;
}

/**
 * Fields for the rarer criteria of a search: `<cairn-criteria-panel .params=${params} .errorTypes=${known}>`. Sends `change-criteria` with
 * the parameters that are to be other.
 */
export class CriteriaPanel extends LitElement {
  static properties = { params: { attribute: false }, errorTypes: { attribute: false } };
  static styles = [controls, css`
    :host { display: block; padding: 12px; border-top: 1px solid var(--c-line); background: var(--c-raised); }
    .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 208px), 1fr)); gap: 12px; align-items: end; }
    .field { display: flex; flex-direction: column; gap: 4px; min-width: 0; }
    .field > label { color: var(--c-muted); font-size: 12px; line-height: 16px; }
    .wide { grid-column: span 2; }
    input { height: 32px; }
    .check { display: flex; align-items: center; gap: 8px; min-height: 32px; }
    .check input { height: 16px; }
    .pair { display: flex; gap: 4px; align-items: center; }
    .pair input { flex: 1; min-width: 0; width: 100%; }
    @media (max-width: 520px) { .wide { grid-column: auto; } }
  `];

  render() {
    const { params } = this;
    return html`
      <div class="fields">
        ${TIMES.map(([name, label]) => html`<div class="field"><label for=${name}>${label}</label>
          <input id=${name} type="datetime-local" step="1" .value=${toField(params[name])}
            @change=${event => this.#send({ [name]: fromField(event.target.value), ...name === 'createdFrom' ? { started: undefined } : {} })}></div>`)}
        <div class="field wide"><label for="error">Error type</label>
          <input id="error" list="errors" .value=${params.errorType ?? ''} placeholder="https://open-workflow-specification.org/…/timeout"
            maxlength="1024" spellcheck="false" @change=${event => this.#send({ errorType: event.target.value.trim() })}>
          <datalist id="errors">${this.errorTypes.map(type => html`<option value=${type}></option>`)}</datalist></div>
        <div class="field"><label for="parent">Run by the instance</label>
          <input id="parent" class="mono" .value=${params.parent ?? ''} maxlength="64" spellcheck="false"
            @change=${event => this.#send({ parent: event.target.value.trim() })}></div>
        <label class="check"><input type="checkbox" .checked=${params.withoutParent === 'true'}
          @change=${event => this.#send({ withoutParent: event.target.checked ? 'true' : undefined })}>Not run by another instance</label>
        <form class="field wide" @submit=${this.#addAttribute}><label for="name">Attribute</label>
          <div class="pair"><input id="name" placeholder="name" maxlength="255" spellcheck="false" autocapitalize="off">
            <span aria-hidden="true">=</span><input id="value" aria-label="Value of the attribute" placeholder="value" maxlength="255" spellcheck="false">
            <button>${icon('plus')}Add</button></div></form>
      </div>`;
  }

  #addAttribute(event) {
    event.preventDefault();
    const [name, value] = ['name', 'value'].map(id => this.renderRoot.querySelector(`#${id}`));
    if (name.value.trim() && value.value) {
      this.#send({ [`attribute.${name.value.trim()}`]: value.value });
      name.value = value.value = '';
    }
  }

  #send(detail) {
    this.dispatchEvent(new CustomEvent('change-criteria', { detail }));
  }
}
customElements.define('cairn-criteria-panel', CriteriaPanel);
