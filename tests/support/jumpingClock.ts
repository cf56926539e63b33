/** Preload of a service: its clock jumps a day ahead at SIGUSR2, two days back at the next, and so on. */
const DAY_MS = 86_400_000
const RealDate = Date
let offsetMs = 0

process.on("SIGUSR2", () => {
  offsetMs = offsetMs > 0 ? -DAY_MS : DAY_MS
})

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + offsetMs] : args, newTarget),
  get: (target, key) => (key === "now" ? () => target.now() + offsetMs : Reflect.get(target, key)),
})
