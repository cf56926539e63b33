/** Product of the charging and discharging efficiencies [percent]; undefined unless the request has both. */
export const oneWayProduct = ({
  chargeEfficiency,
  dischargeEfficiency,
}: {
  chargeEfficiency?: number
  dischargeEfficiency?: number
}): number | undefined =>
  chargeEfficiency === undefined || dischargeEfficiency === undefined
    ? undefined
    : (chargeEfficiency * dischargeEfficiency) / 100
