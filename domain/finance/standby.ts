import type { Assumptions } from "../market/assumptions.ts"

interface Site {
  assumptions: Pick<Assumptions, "batteryStandbyWatts">
}

/**
 * What a battery takes in every hour while it stands there: standby, and the idle of its inverter [kW]. Of a product
 * its own.
 */
export const standbyKw = ({ assumptions }: Site): number => assumptions.batteryStandbyWatts / 1000

/** The same of a plant; 0 without a battery. */
export const plantStandbyKw = (site: Site, { capacityKwh }: { capacityKwh: number }): number =>
  capacityKwh > 0 ? standbyKw(site) : 0
