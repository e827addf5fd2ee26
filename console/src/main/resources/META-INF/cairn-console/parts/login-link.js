import { html } from 'lit';

/** A link to the login, in another tab: this tab keeps its place and the text that the viewer typed. */
export function loginLink() {
  return html`<a href=${location.pathname} target="_blank" rel="noopener">Log in again</a>`;
}
