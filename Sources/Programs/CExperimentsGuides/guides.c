// The guides are part of the program, so that it finds them wherever it is installed. A Swift array of their bytes would
// take minutes to compile.

#include "CExperimentsGuides.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char Architecture[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Architecture.md"
};
static const char Assistants[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Assistants.md"
};
static const char Dashboard[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Dashboard.md"
};
static const char Emulator[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Emulator.md"
};
static const char Fleet[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Fleet.md"
};
static const char FleetSizing[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/FleetSizing.md"
};
static const char Gallery[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Gallery.md"
};
static const char GrowthBook[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/GrowthBook.md"
};
static const char Libraries[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Libraries.md"
};
static const char LinkedApps[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/LinkedApps.md"
};
static const char Overrides[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Overrides.md"
};
static const char ProjectFile[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/ProjectFile.md"
};
static const char Reliability[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Reliability.md"
};
static const char RemovingAFlag[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/RemovingAFlag.md"
};
static const char Results[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Results.md"
};
static const char ResultsRules[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/ResultsRules.md"
};
static const char Rollouts[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Rollouts.md"
};
static const char Scripts[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Scripts.md"
};
static const char Serving[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Serving.md"
};
static const char Team[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Team.md"
};
static const char Templates[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Templates.md"
};
static const char Tour[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Tour.md"
};
static const char Warehouse[] = {
#embed "../../App/Experiments/Experiments.docc/Guides/Warehouse.md"
};

#define GUIDE(name) {#name, name, sizeof(name)}

static const struct experiments_guide guides[] = {
    GUIDE(Architecture),
    GUIDE(Assistants),
    GUIDE(Dashboard),
    GUIDE(Emulator),
    GUIDE(Fleet),
    GUIDE(FleetSizing),
    GUIDE(Gallery),
    GUIDE(GrowthBook),
    GUIDE(Libraries),
    GUIDE(LinkedApps),
    GUIDE(Overrides),
    GUIDE(ProjectFile),
    GUIDE(Reliability),
    GUIDE(RemovingAFlag),
    GUIDE(Results),
    GUIDE(ResultsRules),
    GUIDE(Rollouts),
    GUIDE(Scripts),
    GUIDE(Serving),
    GUIDE(Team),
    GUIDE(Templates),
    GUIDE(Tour),
    GUIDE(Warehouse),
    {NULL, NULL, 0},
};

struct experiments_guide experiments_guide_at(size_t index) {
    const size_t count = sizeof(guides) / sizeof(guides[0]);
    return guides[index < count ? index : count - 1];
}
