/** Assumptions on the first screen of a report, each with its other usual reading. */
export const assumed = {
  title: "We assumed",
  assumption: "Assumption",
  together: "As assumed",
  otherwise: "Otherwise",
  value: "Net present value",
  change: "Change",
  more: "More",
  /** `value` is a formatted amount. */
  readings: {
    "usual-contract": {
      assumed: (_value: string) => "One price for electricity, as is usual",
      otherwise: (_value: string) => "A dynamic contract",
    },
    "dynamic-additions": {
      assumed: (_value: string) => "A dynamic contract with the usual taxes and fees",
      otherwise: (_value: string) => "One price for electricity",
    },
    "average-of-bills": {
      assumed: (value: string) => `Electricity costs ${value} on average, fixed fees included`,
      otherwise: (value: string) => `Without the fixed fees it costs ${value}`,
    },
    "usual-feed-in-end": {
      assumed: (value: string) => `Feed-in is paid until ${value}, and not after that`,
      otherwise: (value: string) => `Feed-in is paid until ${value}`,
    },
    "plain-inverter": {
      assumed: (_value: string) => "The inverter also feeds in at negative prices",
      otherwise: (_value: string) => "The inverter stops at negative prices",
    },
    "price-growth": {
      assumed: (value: string) => `Electricity prices rise ${value} a year`,
      otherwise: (_value: string) => "Prices do not rise",
    },
    maintenance: {
      assumed: (_value: string) => "No maintenance is counted",
      otherwise: (_value: string) => "With maintenance at its usual cost",
    },
    "inverter-life": {
      assumed: (value: string) => `The inverter lasts ${value} years`,
      otherwise: (value: string) => `It is replaced once, after ${value} years`,
    },
    "equipment-prices": {
      assumed: (_value: string) => "Panels and battery at list prices",
      otherwise: (value: string) => `They cost ${value} more`,
    },
    "plants-in-use": {
      assumed: (value: string) => `The panels yield ${value} per kWp a year`,
      otherwise: (value: string) => `They yield ${value}, the average of installations in the country`,
    },
    "sun-of-prices": {
      assumed: (value: string) => `Sun and electricity prices belong together: both are as in ${value}`,
      otherwise: (value: string) => `The days of ${value} as they came: prices and sun do not match`,
    },
    "modelled-quarters": {
      assumed: (_value: string) => "Use within the hour is modelled: the quarter-hours are estimates",
      otherwise: (_value: string) => "In hours, peaks are lower",
    },
  },
}
