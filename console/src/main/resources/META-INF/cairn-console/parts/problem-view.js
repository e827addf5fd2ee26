import { LitElement, css, html, nothing } from 'lit';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import { loginLink } from './login-link.js';

const WORDS = {
  0: 'The application does not answer',
  401: 'You are not logged in',
  403: 'You may not do this',
  404: 'Not found',
};

/**
 * The description of a problem: `<cairn-problem-view .problem=${problem}>`. With `retryable` it has a button that sends `retry`.
 */
export class ProblemView extends LitElement {
  static properties = { problem: { attribute: false }, retryable: { type: Boolean } };
  static styles = [controls, css`
    :host { display: block; }
    :host([hidden]) { display: none; }
    .problem { display: flex; gap: 8px; padding: 10px 12px; border-radius: var(--c-radius); background: var(--c-danger-soft); }
    .problem > button { align-self: flex-start; }
    .problem > svg { color: var(--c-danger); margin-top: 2px; }
    .words { display: flex; flex-direction: column; gap: 4px; min-width: 0; overflow-wrap: anywhere; font-size: 13px; line-height: 20px; }
    strong { font-weight: 600; }
    ul { margin: 0; padding-left: 16px; }
  `];

  /** Without a problem it takes no room between its neighbours. */
  willUpdate() {
    this.hidden = !this.problem;
  }

  render() {
    if (!this.problem) {
      return nothing;
    }
    const problem = Problem.of(this.problem);
    return html`
      <div class="problem" role="alert">
        ${icon('alert')}
        <div class="words grow">
          <div class="row"><strong>${WORDS[problem.status] ?? problem.title ?? 'This failed'}</strong>
            ${problem.code ? html`<code>${problem.code}</code>` : nothing}</div>
          ${problem.detail ? html`<div>${problem.detail}</div>` : nothing}
          ${problem.status === 401 ? html`<div>${loginLink()} in another tab, then go on in this one.</div>` : nothing}
          ${problem.errors.length ? html`<ul>${problem.errors.map(error =>
            html`<li><code>${error.pointer || '/'}</code> ${error.message}</li>`)}</ul>` : nothing}
          ${problem.retryAfter ? html`<div class="muted">Try again in ${problem.retryAfter} s.</div>` : nothing}
        </div>
        ${this.retryable ? html`<button @click=${this.#retry}>${icon('retry')}Try again</button>` : nothing}
      </div>`;
  }

  #retry() {
    this.dispatchEvent(new CustomEvent('retry', { bubbles: true, composed: true }));
  }
}
customElements.define('cairn-problem-view', ProblemView);
