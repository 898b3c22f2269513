// Sorting moves rows that are all there without it.
(() => {
  const table = document.getElementById("arrivals");
  const orders = {
    line: ["line"],
    decision: ["decision", "generation", "arrival", "line"],
    generation: ["generation", "arrival", "line"],
    arrival: ["arrival", "line"],
  };
  const bar = document.querySelector(".sort");
  bar.hidden = false;
  bar.addEventListener("click", (event) => {
    const by = event.target.dataset.by;
    if (!by) return;
    const compare = (a, b) => {
      for (const key of orders[by]) {
        const difference = Number(a.dataset[key]) - Number(b.dataset[key]);
        if (difference !== 0) return difference;
      }
      return 0;
    };
    table.append(...[...table.tBodies].sort(compare));
    for (const button of bar.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.by === by));
  });
})();
