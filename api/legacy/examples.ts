const RUN_UUID = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"
const CREATED = "2026-03-01T10:30:00.000Z"
const PAGINATION = { page: 1, per_page: 20, total: 1, total_pages: 1, has_next: false, has_prev: false }

export const SCAN_EXAMPLE = {
  goal: "payback-time",
  yearly_kwh: 3500,
  location: { lat: 51.44, lon: 5.48 },
  new_pv: [{ name: "South", panel_power_watts: 430, max_panel_count: 14 }],
  electricBattery: { capacity_kwh: 10, power_rating_kw: 5 },
}

export const CREATED_EXAMPLE = { run_uuid: RUN_UUID }

export const STATUS_EXAMPLE = { run_uuid: RUN_UUID, status: "calculating", progression: 42 }

export const REPORT_EXAMPLE = {
  run_uuid: RUN_UUID,
  status: "optimal",
  goal: "payback-time",
  created: CREATED,
  recommended: {
    panels: [
      {
        name: "South",
        panel_count: 9,
        panel_power_watts: 430,
        capacity_kwp: 3.87,
        tilt_angle: 35,
        orientation_angle: 180,
        system_losses: 14,
        yearly_kwh: 3796,
      },
    ],
    capacity_kwp: 3.87,
    battery: null,
  },
  investment_cost: 3870,
  yearly_savings: 491,
  payback_years: 8.2,
  net_present_value: 4120,
  self_sufficiency: 0.36,
  yearly_energy: {
    site_consumption: 3500,
    solar_total_generation: 3796,
    solar_direct_usage: 1260,
    solar_exported_to_grid: 2410,
    grid_purchase: 2240,
    grid_purchase_baseline: 3500,
    grid_feed_in: 2410,
  },
}

export const CHART_EXAMPLE = {
  interval: "week",
  start_date: "2026-02-28T23:00:00.000Z",
  end_date: "2026-03-07T23:00:00.000Z",
  labels: ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06", "2026-03-07"],
  instants: [
    "2026-02-28T23:00:00.000Z",
    ...["01", "02", "03", "04", "05", "06"].map(day => `2026-03-${day}T23:00:00.000Z`),
  ],
  time_zone: "Europe/Amsterdam",
  site_consumption: [0.44, 0.41, 0.42, 0.41, 0.42, 0.43, 0.45],
  solar_total_generation: [0.31, 0.12, 0.28, 0.4, 0.36, 0.22, 0.09],
  solar_direct_usage: [0.16, 0.09, 0.14, 0.17, 0.16, 0.13, 0.07],
  solar_exported_to_grid: [0.15, 0.03, 0.14, 0.23, 0.2, 0.09, 0.02],
  solar_stored_in_battery: [0, 0, 0, 0, 0, 0, 0],
  solar_curtailment: [0, 0, 0, 0, 0, 0, 0],
  grid_purchase: [0.28, 0.32, 0.28, 0.24, 0.26, 0.3, 0.38],
  grid_purchase_baseline: [0.44, 0.41, 0.42, 0.41, 0.42, 0.43, 0.45],
}

export const PROFILE_LIST_EXAMPLE = {
  profiles: [
    {
      record_id: "019a4c20-11d8-7b0c-8a53-6a2f9a1c7e55",
      filename: "meter-2025.csv",
      total_kwh: 4927.5,
      average_kw: 0.5625,
      created: CREATED,
      updated: CREATED,
    },
  ],
  pagination: PAGINATION,
}
