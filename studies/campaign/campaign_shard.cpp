#include "studies/campaign/campaign_shard.hpp"

#include <optional>

#include "studies/campaign/day_by_day.hpp"
#include "studies/campaign/trials.hpp"
#include "studies/shard/json_text.hpp"

namespace combat_odds::red_barricades {
namespace {

Json optional_file(const std::optional<TextFile>& file) { return file ? to_json(*file) : Json(); }

std::optional<TextFile> optional_file_in(const Json& value) {
  return value.is_null() ? std::nullopt : std::optional(text_file_in(value));
}

CampaignInput input_in(const Json& all) {
  CampaignInput input;
  input.plans = text_files_in(all.at("plans"));
  input.budget = optional_file_in(all.at("budget"));
  input.points = optional_file_in(all.at("points"));
  input.losses = optional_file_in(all.at("losses"));
  input.fights = optional_file_in(all.at("fights"));
  input.weather = optional_file_in(all.at("weather"));
  all.at("fought").get_to(input.fought);
  all.at("follow").get_to(input.follow);
  all.at("balance_drm").get_to(input.settings.balance_drm);
  const Json& battery = all.at("battery_full_at_most");
  if (!battery.is_null()) input.settings.battery_full_at_most = battery.get<int>();
  return input;
}

/// Most counts are zero: the file has the others, as pairs of index and count.
CampaignCounts counts_in(const std::string& line, std::size_t places) {
  const Json all = parsed(line);
  CampaignCounts counted;
  counted.trials = whole_number(all.at(0));
  counted.counts.resize(whole_number(all.at(1), places, places), 0);
  std::size_t next = 0;
  for (std::size_t i = 2; i < all.size(); ++i) {
    const std::uint64_t place = whole_number(all[i].at(0), next, places - 1);
    counted.counts[place] = whole_number(all[i].at(1));
    next = place + 1;
  }
  return counted;
}

class CampaignSum : public ShardSum {
 public:
  CampaignSum(const ShardHead& head, const Charts& charts)
      : command_(head.command),
        options_(head.options),
        charts_(charts),
        campaign_(input_in(parsed(head.input)), charts_),
        places_(count_places(campaign_, options_.method)) {
    sum_.counts.resize(places_, 0);
  }

  void add(ShardReader& shard) override {
    std::string line;
    CampaignCounts more;
    try {
      if (!shard.next(line)) throw std::out_of_range("no counts");
      more = counts_in(line, places_);
    } catch (const InputError&) {
      throw;
    } catch (const std::exception&) {  // of nlohmann::json, or a number out of range
      throw shard.damaged();
    }
    const BlockRange range{options_.trials, 0, shard.head().options.shard, nullptr};
    const std::uint64_t due = range.size(CampaignTrials::block_trials);
    const bool add_up = more.trials <= due && counts_add_up(campaign_, more, options_.method);
    if (!add_up || shard.next(line)) throw shard.damaged();
    if (more.trials < due) note_cut_short(shard, more.trials, due);
    sum_.trials += more.trials;
    for (std::size_t i = 0; i < places_; ++i) sum_.counts[i] += more.counts[i];
  }

  void write(const FileSink& sink) override {
    const CampaignResult result = campaign_result(campaign_, sum_, options_.method);
    const CampaignReport report{
        &campaign_, &result, {options_.method, options_.seed, options_.confidence}};
    for (const auto& [name, text] :
         campaign_files(report, campaign_days(report), ahead_days(report), command_, charts_)) {
      sink(name, text);
    }
  }

 private:
  WrittenCommand command_;
  OddsOptions options_;
  const Charts& charts_;
  Campaign campaign_;
  std::size_t places_;
  CampaignCounts sum_;
};

}  // namespace

std::string campaign_shard_input(const CampaignInput& input) {
  const std::optional<int>& battery = input.settings.battery_full_at_most;
  const Json all = {{"plans", to_json(input.plans)},
                    {"budget", optional_file(input.budget)},
                    {"points", optional_file(input.points)},
                    {"losses", optional_file(input.losses)},
                    {"fights", optional_file(input.fights)},
                    {"weather", optional_file(input.weather)},
                    {"fought", input.fought},
                    {"follow", input.follow},
                    {"balance_drm", input.settings.balance_drm},
                    {"battery_full_at_most", battery ? Json(*battery) : Json()}};
  return all.dump();
}

std::string campaign_shard_line(const CampaignCounts& counted) {
  Json line = {counted.trials, counted.counts.size()};
  for (std::size_t i = 0; i < counted.counts.size(); ++i) {
    if (counted.counts[i] != 0) line.push_back({i, counted.counts[i]});
  }
  return line.dump();
}

std::unique_ptr<ShardSum> campaign_shard_sum(const ShardHead& head, const Charts& charts) {
  return std::make_unique<CampaignSum>(head, charts);
}

}  // namespace combat_odds::red_barricades
