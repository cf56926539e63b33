import type { Assumptions } from "../market/assumptions.ts"

interface Site {
  assumptions: Pick<Assumptions, "batteryStandbyWatts">
}

/**
 * Standby use of a battery [kW]: constant use of its electronics and its idle inverter. The assumptions hold the
 * product's own value if it has one.
 */
export const standbyKw = ({ assumptions }: Site): number => assumptions.batteryStandbyWatts / 1000

/** Standby use of a plant [kW]; 0 without a battery. */
export const plantStandbyKw = (site: Site, { capacityKwh }: { capacityKwh: number }): number =>
  capacityKwh > 0 ? standbyKw(site) : 0
