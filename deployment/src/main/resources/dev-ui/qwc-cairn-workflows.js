import { CairnPage } from './cairn-page.js';

class CairnWorkflowsPage extends CairnPage {
  get home() {
    return 'workflows';
  }
}

customElements.define('qwc-cairn-workflows', CairnWorkflowsPage);
