// Draws the charts whose figures are in the element 'charts', in the colours of the page; again when these change.
(() => {
  const charts = JSON.parse(document.getElementById('charts').textContent);
  // Told apart by people who see few colours as well (Okabe and Ito, with a grey and a darker purple), and from a light and a dark page.
  const colours = { none: '#7a808a', file: '#00926a', redis: '#d55e00', valkey: '#b8679a', jpa: '#0077bb' };
  const drawn = [];

  function least(chart) {
    return Math.min(...Object.values(chart.series).flat().filter((figure) => figure > 0));
  }

  function draw() {
    const style = getComputedStyle(document.documentElement);
    const text = style.getPropertyValue('--text');
    const line = style.getPropertyValue('--line');
    drawn.splice(0).forEach((chart) => chart.destroy());
    charts.forEach((chart, index) => {
      const datasets = Object.entries(chart.series).map(([store, figures]) => (
        {
          label: store, data: figures, borderColor: colours[store], maxBarThickness: 28,
          backgroundColor: figures.map((_, at) => colours[store] + (chart.pale[store]?.[at] ? '40' : '')),
          borderWidth: figures.map((_, at) => (chart.pale[store]?.[at] ? 1 : 0)),
        }));
      drawn.push(new Chart(document.getElementById(`chart${index}`), {
        type: 'bar',
        data: { labels: chart.labels, datasets },
        options: {
          animation: false,
          responsive: true,
          maintainAspectRatio: false,
          plugins: {
            title: { display: true, text: chart.title, color: text },
            legend: { labels: { color: text } },
            tooltip: {
              callbacks: { label: (item) => `${item.dataset.label}: ${item.parsed.y.toPrecision(3)} ${chart.unit}` },
            },
          },
          scales: {
            x: { ticks: { color: text }, grid: { display: false } },
            y: {
              type: chart.logarithmic ? 'logarithmic' : 'linear',
              // Else the bar of the smallest figure might have no height.
              min: chart.logarithmic ? least(chart) / 2 : undefined,
              title: { display: true, text: chart.unit + (chart.logarithmic ? ' (logarithmic)' : ''), color: text },
              ticks: { color: text },
              grid: { color: line },
            },
          },
        },
      }));
    });
    // For who looks at the page without eyes.
    document.documentElement.dataset.charts = drawn.length;
  }

  draw();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
})();
